-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "even_if_taken" BOOLEAN NOT NULL DEFAULT false;
