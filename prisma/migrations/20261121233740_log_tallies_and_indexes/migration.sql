-- CreateTable
CREATE TABLE "monitor_log_tally" (
    "monitor_id" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_successful" BOOLEAN NOT NULL,
    "is_ssl_check" BOOLEAN NOT NULL,
    "is_retry" BOOLEAN NOT NULL,
    "http_status_code" TEXT NOT NULL,
    "logs" INTEGER NOT NULL,

    CONSTRAINT "monitor_log_tally_pkey" PRIMARY KEY ("monitor_id","location","status","is_successful","is_ssl_check","is_retry","http_status_code")
);

-- CreateIndex
CREATE INDEX "monitor_log_kind_idx" ON "monitor_log"("monitor_id", "status", "is_successful", "location", "http_status_code", "is_ssl_check", "is_retry");

-- CreateIndex
CREATE INDEX "monitor_log_monitor_id_response_time_idx" ON "monitor_log"("monitor_id", "response_time");

-- Of many deliveries that failing receivers leave behind only those still to be made; of all events only those held back.
CREATE INDEX "webhook_delivery_pending" ON "webhook_delivery" ("subscription_id", "next_attempt_at") WHERE "state" = 'PENDING';
CREATE INDEX "event_suppressed" ON "event" ("page_id", "seq") WHERE "type" = 'monitor.suppressed';

-- Counting a million logs takes tens of milliseconds; adding up a handful of numbers does not. In the order of the key, so
-- that two writers never wait for each other crosswise.
CREATE FUNCTION "tally_monitor_logs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO monitor_log_tally AS tally
  SELECT monitor_id, location, status, is_successful, is_ssl_check, is_retry, coalesce(http_status_code, ''),
    CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM changed
  GROUP BY 1, 2, 3, 4, 5, 6, 7
  ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (monitor_id, location, status, is_successful, is_ssl_check, is_retry, http_status_code)
  DO UPDATE SET logs = tally.logs + excluded.logs;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM monitor_log_tally USING (SELECT DISTINCT monitor_id FROM changed) AS touched
    WHERE monitor_log_tally.monitor_id = touched.monitor_id AND logs = 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "monitor_log_added" AFTER INSERT ON "monitor_log"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "tally_monitor_logs"();
CREATE TRIGGER "monitor_log_deleted" AFTER DELETE ON "monitor_log"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "tally_monitor_logs"();

INSERT INTO "monitor_log_tally"
SELECT monitor_id, location, status, is_successful, is_ssl_check, is_retry, coalesce(http_status_code, ''), count(*)
FROM "monitor_log" GROUP BY 1, 2, 3, 4, 5, 6, 7;
