-- CreateTable
CREATE TABLE "heartbeat" (
    "monitor_id" TEXT NOT NULL,
    "outcome" TEXT,
    "counted_from" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "succeeded_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "last_ping_at" TIMESTAMPTZ(3),
    "last_ping" TEXT,
    "log_id" TEXT,

    CONSTRAINT "heartbeat_pkey" PRIMARY KEY ("monitor_id")
);

-- CreateTable
CREATE TABLE "heartbeat_hearing" (
    "id" INTEGER NOT NULL,
    "heard_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "heartbeat_hearing_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "heartbeat_due_at_idx" ON "heartbeat"("due_at");

-- AddForeignKey
ALTER TABLE "heartbeat" ADD CONSTRAINT "heartbeat_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma knows no check constraints.
ALTER TABLE "heartbeat" ADD CONSTRAINT "heartbeat_outcome_check" CHECK ("outcome" IN ('OK', 'FAILED') AND ("outcome" <> 'FAILED' OR "due_at" IS NULL));
ALTER TABLE "heartbeat" ADD CONSTRAINT "heartbeat_last_ping_check" CHECK ("last_ping" IN ('START', 'SUCCESS', 'FAIL') AND ("last_ping" IS NULL) = ("last_ping_at" IS NULL));
ALTER TABLE "heartbeat_hearing" ADD CONSTRAINT "heartbeat_hearing_one_row" CHECK ("id" = 1);
