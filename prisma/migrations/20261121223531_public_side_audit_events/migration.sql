-- AlterTable
ALTER TABLE "event" ADD COLUMN     "position" BIGINT;
UPDATE "event" SET "position" = "seq";

-- CreateTable
CREATE TABLE "maintenance" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "end" TIMESTAMPTZ(3),
    "auto_start" BOOLEAN NOT NULL DEFAULT true,
    "auto_end" BOOLEAN NOT NULL DEFAULT true,
    "notify_start" BOOLEAN NOT NULL DEFAULT false,
    "notify_end" BOOLEAN NOT NULL DEFAULT false,
    "notify_early" BOOLEAN NOT NULL DEFAULT false,
    "notify_minutes" INTEGER NOT NULL DEFAULT 60,
    "early_told_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "next_due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_component" (
    "maintenance_id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'UNDERMAINTENANCE',
    "before" TEXT,

    CONSTRAINT "maintenance_component_pkey" PRIMARY KEY ("maintenance_id","component_id")
);

-- CreateTable
CREATE TABLE "maintenance_update" (
    "id" TEXT NOT NULL,
    "maintenance_id" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL,
    "notify" BOOLEAN NOT NULL DEFAULT false,
    "started" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_update_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriber" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "webhook" TEXT,
    "webhook_email" TEXT,
    "confirmed" BOOLEAN NOT NULL DEFAULT false,
    "all" BOOLEAN NOT NULL DEFAULT true,
    "language" TEXT NOT NULL DEFAULT 'en',
    "confirm_token" TEXT NOT NULL,
    "unsubscribe_token" TEXT NOT NULL,
    "failed_attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriber_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriber_component" (
    "subscriber_id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,

    CONSTRAINT "subscriber_component_pkey" PRIMARY KEY ("subscriber_id","component_id")
);

-- CreateTable
CREATE TABLE "announcement" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "component_ids" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "announcement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriber_message" (
    "id" TEXT NOT NULL,
    "announcement_id" TEXT NOT NULL,
    "subscriber_id" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "subscriber_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "metric" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "suffix" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "order" INTEGER NOT NULL DEFAULT 0,
    "monitor_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "metric_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "metric_point" (
    "id" TEXT NOT NULL,
    "metric_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "metric_point_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outage" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,
    "monitor_id" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "outage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "page_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "origin" TEXT,
    "request_id" TEXT,
    "action" TEXT NOT NULL,
    "object_kind" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "object_name" TEXT NOT NULL,
    "changes" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_subscription" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "types" TEXT[],
    "secret" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "failing_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "first_failed_at" TIMESTAMPTZ(3),
    "lease_token" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "detail" TEXT,
    "duration_ms" INTEGER,
    "replay_of" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "maintenance_page_id_start_id_idx" ON "maintenance"("page_id", "start", "id");

-- CreateIndex
CREATE INDEX "maintenance_next_due_at_idx" ON "maintenance"("next_due_at");

-- CreateIndex
CREATE INDEX "maintenance_component_component_id_idx" ON "maintenance_component"("component_id");

-- CreateIndex
CREATE INDEX "maintenance_update_maintenance_id_created_at_idx" ON "maintenance_update"("maintenance_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_confirm_token_key" ON "subscriber"("confirm_token");

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_unsubscribe_token_key" ON "subscriber"("unsubscribe_token");

-- CreateIndex
CREATE INDEX "subscriber_page_id_created_at_id_idx" ON "subscriber"("page_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_page_id_email_key" ON "subscriber"("page_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_page_id_phone_key" ON "subscriber"("page_id", "phone");

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_page_id_webhook_key" ON "subscriber"("page_id", "webhook");

-- CreateIndex
CREATE INDEX "subscriber_component_component_id_idx" ON "subscriber_component"("component_id");

-- CreateIndex
CREATE INDEX "announcement_created_at_idx" ON "announcement"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "announcement_page_id_subject_key" ON "announcement"("page_id", "subject");

-- CreateIndex
CREATE INDEX "subscriber_message_subscriber_id_idx" ON "subscriber_message"("subscriber_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_message_announcement_id_subscriber_id_key" ON "subscriber_message"("announcement_id", "subscriber_id");

-- CreateIndex
CREATE UNIQUE INDEX "metric_monitor_id_key" ON "metric"("monitor_id");

-- CreateIndex
CREATE INDEX "metric_page_id_order_id_idx" ON "metric"("page_id", "order", "id");

-- CreateIndex
CREATE INDEX "metric_point_metric_id_at_id_idx" ON "metric_point"("metric_id", "at", "id");

-- CreateIndex
CREATE INDEX "outage_component_id_started_at_idx" ON "outage"("component_id", "started_at");

-- CreateIndex
CREATE INDEX "outage_monitor_id_ended_at_idx" ON "outage"("monitor_id", "ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_entry_seq_key" ON "audit_entry"("seq");

-- CreateIndex
CREATE INDEX "audit_entry_page_id_seq_idx" ON "audit_entry"("page_id", "seq");

-- CreateIndex
CREATE INDEX "audit_entry_page_id_object_kind_object_id_seq_idx" ON "audit_entry"("page_id", "object_kind", "object_id", "seq");

-- CreateIndex
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at");

-- CreateIndex
CREATE INDEX "webhook_subscription_page_id_created_at_id_idx" ON "webhook_subscription"("page_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_seq_key" ON "webhook_delivery"("seq");

-- CreateIndex
CREATE INDEX "webhook_delivery_subscription_id_seq_idx" ON "webhook_delivery"("subscription_id", "seq");

-- CreateIndex
CREATE INDEX "webhook_delivery_next_attempt_at_idx" ON "webhook_delivery"("next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_event_id_idx" ON "webhook_delivery"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_position_key" ON "event"("position");

-- CreateIndex
CREATE INDEX "event_page_id_position_idx" ON "event"("page_id", "position");

-- AddForeignKey
ALTER TABLE "maintenance" ADD CONSTRAINT "maintenance_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_component" ADD CONSTRAINT "maintenance_component_maintenance_id_fkey" FOREIGN KEY ("maintenance_id") REFERENCES "maintenance"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_component" ADD CONSTRAINT "maintenance_component_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "component"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_update" ADD CONSTRAINT "maintenance_update_maintenance_id_fkey" FOREIGN KEY ("maintenance_id") REFERENCES "maintenance"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_component" ADD CONSTRAINT "subscriber_component_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscriber"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_component" ADD CONSTRAINT "subscriber_component_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "component"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement" ADD CONSTRAINT "announcement_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_message" ADD CONSTRAINT "subscriber_message_announcement_id_fkey" FOREIGN KEY ("announcement_id") REFERENCES "announcement"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_message" ADD CONSTRAINT "subscriber_message_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscriber"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric" ADD CONSTRAINT "metric_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric" ADD CONSTRAINT "metric_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_point" ADD CONSTRAINT "metric_point_metric_id_fkey" FOREIGN KEY ("metric_id") REFERENCES "metric"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outage" ADD CONSTRAINT "outage_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outage" ADD CONSTRAINT "outage_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "component"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outage" ADD CONSTRAINT "outage_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_subscription" ADD CONSTRAINT "webhook_subscription_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "webhook_subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
