-- The sweeper looks for steps that are still held though their incident is not snoozed any more.
CREATE INDEX "notification_held" ON "notification" ("incident_id") WHERE "state" = 'HELD';
