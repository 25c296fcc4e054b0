-- The failed checks of a monitor, the slowest first: few among many, so a small index.
CREATE INDEX "monitor_log_failed_by_response_time" ON "monitor_log" ("monitor_id", "response_time") WHERE NOT "is_successful";
