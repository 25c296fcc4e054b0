-- DropIndex
DROP INDEX "sandbox_message_channel_created_at_idx";

-- AlterTable
ALTER TABLE "sandbox_message" ADD COLUMN     "deleted" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "sandbox_message_channel_thread_ts_ts_idx" ON "sandbox_message"("channel", "thread_ts", "ts");
