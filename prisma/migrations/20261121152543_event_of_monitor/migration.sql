-- CreateIndex
CREATE INDEX "event_monitor_id_seq_idx" ON "event"("monitor_id", "seq");
