-- AlterTable
ALTER TABLE "incident_component" ADD COLUMN     "said" BOOLEAN NOT NULL DEFAULT false;
