-- CreateTable
CREATE TABLE "chat_message" (
    "id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "member_id" TEXT,
    "notification_id" TEXT,
    "channel" TEXT NOT NULL,
    "ts" TEXT NOT NULL,
    "shown_version" INTEGER NOT NULL,
    "thread_seq" BIGINT NOT NULL DEFAULT 0,
    "why" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_request" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_token" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "chat_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "send_budget" (
    "key" TEXT NOT NULL,
    "next_free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "send_budget_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "provider_health" (
    "channel" TEXT NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_health_pkey" PRIMARY KEY ("channel")
);

-- CreateTable
CREATE TABLE "incident" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "number" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL,
    "impact" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "dedup_key" TEXT,
    "published" BOOLEAN NOT NULL DEFAULT false,
    "monitor_id" TEXT,
    "integration_id" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "response_state" TEXT NOT NULL DEFAULT 'TRIGGERED',
    "acknowledged_by" TEXT,
    "acknowledged_by_id" TEXT,
    "acknowledged_at" TIMESTAMPTZ(3),
    "snoozed_at" TIMESTAMPTZ(3),
    "snoozed_until" TIMESTAMPTZ(3),
    "escalation_level" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_component" (
    "incident_id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,

    CONSTRAINT "incident_component_pkey" PRIMARY KEY ("incident_id","component_id")
);

-- CreateTable
CREATE TABLE "incident_update" (
    "id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL,
    "notify" BOOLEAN NOT NULL DEFAULT false,
    "started" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_update_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "page_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "incident_id" TEXT,
    "monitor_id" TEXT,
    "schedule_id" TEXT,
    "actor" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_run" (
    "id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,
    "policy_id" TEXT,
    "policy_name" TEXT NOT NULL,
    "snapshot" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "pass" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "pass_started_at" TIMESTAMPTZ(3) NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "next_due_at" TIMESTAMPTZ(3),
    "generation" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "escalation_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "firing" (
    "id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,
    "run_id" TEXT,
    "kind" TEXT NOT NULL,
    "pass" INTEGER NOT NULL DEFAULT 0,
    "rule" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "fired_at" TIMESTAMPTZ(3) NOT NULL,
    "reached" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "firing_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,
    "firing_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "set_key" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "why" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "first_failed_at" TIMESTAMPTZ(3),
    "fallback_at" TIMESTAMPTZ(3),
    "lease_token" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "external_id" TEXT,
    "is_repeat" BOOLEAN NOT NULL DEFAULT false,
    "bundle_id" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_attempt" (
    "id" TEXT NOT NULL,
    "notification_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" TEXT NOT NULL,
    "detail" TEXT,
    "external_id" TEXT,

    CONSTRAINT "notification_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_token" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT,
    "http_method" TEXT NOT NULL DEFAULT 'GET',
    "body" TEXT,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "query_params" JSONB NOT NULL DEFAULT '{}',
    "basic_auth" JSONB,
    "locations" TEXT[],
    "checks_interval_s" INTEGER NOT NULL,
    "failure_confirmations" INTEGER NOT NULL DEFAULT 1,
    "grace_seconds" INTEGER NOT NULL DEFAULT 60,
    "heartbeat_token" TEXT,
    "create_component" BOOLEAN NOT NULL DEFAULT false,
    "component_id" TEXT,
    "create_metric" BOOLEAN NOT NULL DEFAULT false,
    "on_fail" JSONB NOT NULL,
    "on_recover" JSONB NOT NULL,
    "group_id" TEXT,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'UNKNOWN',
    "status_changed_at" TIMESTAMPTZ(3),
    "last_checked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "monitor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor_assertion" (
    "id" TEXT NOT NULL,
    "monitor_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "comparison" TEXT NOT NULL,
    "selector" TEXT,
    "target" TEXT NOT NULL,

    CONSTRAINT "monitor_assertion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor_location" (
    "monitor_id" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),
    "confirmed_outcome" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "pending_outcome" TEXT,
    "pending_count" INTEGER NOT NULL DEFAULT 0,
    "last_outcome_at" TIMESTAMPTZ(3),
    "paused" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "monitor_location_pkey" PRIMARY KEY ("monitor_id","location")
);

-- CreateTable
CREATE TABLE "monitor_alert" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "recipient" TEXT NOT NULL DEFAULT '',
    "recipient_workspace" TEXT,
    "when_fails" BOOLEAN NOT NULL DEFAULT true,
    "when_recovers" BOOLEAN NOT NULL DEFAULT true,
    "when_degrades" BOOLEAN NOT NULL DEFAULT false,
    "when_ssl_expires" BOOLEAN NOT NULL DEFAULT false,
    "ssl_expires_in_days" INTEGER NOT NULL DEFAULT 30,
    "metadata" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "monitor_alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor_alert_link" (
    "monitor_id" TEXT NOT NULL,
    "alert_id" TEXT NOT NULL,

    CONSTRAINT "monitor_alert_link_pkey" PRIMARY KEY ("monitor_id","alert_id")
);

-- CreateTable
CREATE TABLE "monitor_group" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "parent_id" TEXT,
    "collapsed" BOOLEAN NOT NULL DEFAULT false,
    "order" INTEGER NOT NULL DEFAULT 0,
    "component_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "monitor_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor_log" (
    "id" TEXT NOT NULL,
    "monitor_id" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "is_successful" BOOLEAN NOT NULL,
    "is_ssl_check" BOOLEAN NOT NULL DEFAULT false,
    "http_status_code" TEXT,
    "status" TEXT NOT NULL,
    "dns_time" DOUBLE PRECISION,
    "tcp_time" DOUBLE PRECISION,
    "tls_time" DOUBLE PRECISION,
    "first_byte_time" DOUBLE PRECISION,
    "download_time" DOUBLE PRECISION,
    "response_time" DOUBLE PRECISION,
    "performance_time" DOUBLE PRECISION,
    "accessibility_score" DOUBLE PRECISION,
    "seo_score" DOUBLE PRECISION,
    "best_practices_score" DOUBLE PRECISION,
    "successful_assertions" INTEGER NOT NULL DEFAULT 0,
    "assertions" JSONB NOT NULL DEFAULT '[]',
    "url" TEXT,
    "method" TEXT,
    "request_headers" JSONB,
    "request_body" TEXT,
    "response_headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,
    "ssl_details" JSONB,
    "is_retry" BOOLEAN NOT NULL DEFAULT false,
    "retry_of" TEXT,

    CONSTRAINT "monitor_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'ACTIVE',
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shift" (
    "id" TEXT NOT NULL,
    "schedule_id" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "rotation_type" TEXT NOT NULL,
    "custom_value" INTEGER,
    "custom_unit" TEXT,
    "start_date" TIMESTAMPTZ(3) NOT NULL,
    "end_date" TIMESTAMPTZ(3),
    "restriction_type" TEXT NOT NULL DEFAULT 'NONE',
    "time_of_day_start" INTEGER,
    "time_of_day_end" INTEGER,

    CONSTRAINT "shift_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shift_member" (
    "id" TEXT NOT NULL,
    "shift_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "color" TEXT NOT NULL,

    CONSTRAINT "shift_member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shift_interval" (
    "id" TEXT NOT NULL,
    "shift_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "start_day" TEXT NOT NULL,
    "start_time" INTEGER NOT NULL,
    "end_day" TEXT NOT NULL,
    "end_time" INTEGER NOT NULL,

    CONSTRAINT "shift_interval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "override" (
    "id" TEXT NOT NULL,
    "schedule_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "replaces_member_id" TEXT,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "end" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "override_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "routing_rule" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "escalation_policy_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "routing_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "routing_assertion" (
    "id" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "comparison" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "routing_assertion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "routing_action" (
    "id" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "target_id" TEXT,

    CONSTRAINT "routing_action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_policy" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "repeat" BOOLEAN NOT NULL DEFAULT false,
    "repeat_count" INTEGER NOT NULL DEFAULT 0,
    "repeat_delay" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "revert_acknowledgement" BOOLEAN NOT NULL DEFAULT false,
    "auto_resolve" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "escalation_policy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_rule" (
    "id" TEXT NOT NULL,
    "policy_id" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "condition" TEXT NOT NULL DEFAULT 'NOT_ACKNOWLEDGED',
    "delay_in_mins" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "escalation_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_action" (
    "id" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "target_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "escalation_action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integration" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "monitoring_tool" TEXT NOT NULL,
    "label" TEXT,
    "token" TEXT NOT NULL,
    "components" TEXT[],
    "create_template" JSONB,
    "resolve_template" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_message" (
    "id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "ts" TEXT NOT NULL,
    "thread_ts" TEXT,
    "user_id" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "blocks" JSONB NOT NULL DEFAULT '[]',
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "metadata" JSONB,
    "visible_to" TEXT,
    "edited_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_channel" (
    "id" TEXT NOT NULL,
    "name" TEXT,
    "user_id" TEXT,

    CONSTRAINT "sandbox_channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "page" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "subdomain" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "chat_channel" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "component" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'OPERATIONAL',
    "order" INTEGER NOT NULL DEFAULT 0,
    "show_uptime" BOOLEAN NOT NULL DEFAULT true,
    "group_id" TEXT,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "component_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "phone" TEXT,
    "avatar" TEXT,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "chat_user_id" TEXT,
    "webhook_url" TEXT,
    "webhook_secret" TEXT,
    "permission" TEXT NOT NULL DEFAULT 'MEMBER',
    "notification_rules" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_member" (
    "team_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "order" INTEGER NOT NULL,

    CONSTRAINT "team_member_pkey" PRIMARY KEY ("team_id","member_id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "page_id" TEXT,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "chat_message_notification_id_key" ON "chat_message"("notification_id");

-- CreateIndex
CREATE INDEX "chat_message_incident_id_idx" ON "chat_message"("incident_id");

-- CreateIndex
CREATE UNIQUE INDEX "chat_message_channel_ts_incident_id_key" ON "chat_message"("channel", "ts", "incident_id");

-- CreateIndex
CREATE UNIQUE INDEX "incident_number_key" ON "incident"("number");

-- CreateIndex
CREATE INDEX "incident_page_id_created_at_id_idx" ON "incident"("page_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "incident_component_component_id_idx" ON "incident_component"("component_id");

-- CreateIndex
CREATE INDEX "incident_update_incident_id_created_at_idx" ON "incident_update"("incident_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "event_seq_key" ON "event"("seq");

-- CreateIndex
CREATE INDEX "event_incident_id_seq_idx" ON "event"("incident_id", "seq");

-- CreateIndex
CREATE INDEX "event_page_id_seq_idx" ON "event"("page_id", "seq");

-- CreateIndex
CREATE INDEX "escalation_run_incident_id_idx" ON "escalation_run"("incident_id");

-- CreateIndex
CREATE INDEX "escalation_run_policy_id_idx" ON "escalation_run"("policy_id");

-- CreateIndex
CREATE INDEX "firing_incident_id_idx" ON "firing"("incident_id");

-- CreateIndex
CREATE UNIQUE INDEX "firing_run_id_pass_rule_key" ON "firing"("run_id", "pass", "rule");

-- CreateIndex
CREATE INDEX "notification_incident_id_member_id_idx" ON "notification"("incident_id", "member_id");

-- CreateIndex
CREATE INDEX "notification_member_id_sent_at_idx" ON "notification"("member_id", "sent_at");

-- CreateIndex
CREATE INDEX "notification_set" ON "notification"("set_key");

-- CreateIndex
CREATE UNIQUE INDEX "notification_incident_id_firing_id_member_id_channel_step_key" ON "notification"("incident_id", "firing_id", "member_id", "channel", "step");

-- CreateIndex
CREATE UNIQUE INDEX "notification_attempt_notification_id_number_key" ON "notification_attempt"("notification_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "monitor_heartbeat_token_key" ON "monitor"("heartbeat_token");

-- CreateIndex
CREATE INDEX "monitor_page_id_created_at_id_idx" ON "monitor"("page_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "monitor_group_id_idx" ON "monitor"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "monitor_assertion_monitor_id_position_key" ON "monitor_assertion"("monitor_id", "position");

-- CreateIndex
CREATE INDEX "monitor_alert_page_id_created_at_id_idx" ON "monitor_alert"("page_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "monitor_alert_link_alert_id_idx" ON "monitor_alert_link"("alert_id");

-- CreateIndex
CREATE INDEX "monitor_group_page_id_order_idx" ON "monitor_group"("page_id", "order");

-- CreateIndex
CREATE INDEX "monitor_group_parent_id_idx" ON "monitor_group"("parent_id");

-- CreateIndex
CREATE INDEX "monitor_log_monitor_id_created_at_id_idx" ON "monitor_log"("monitor_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "monitor_log_created_at_idx" ON "monitor_log"("created_at");

-- CreateIndex
CREATE INDEX "schedule_page_id_created_at_id_idx" ON "schedule"("page_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "shift_schedule_id_order_key" ON "shift"("schedule_id", "order");

-- CreateIndex
CREATE INDEX "shift_member_member_id_idx" ON "shift_member"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "shift_member_shift_id_order_key" ON "shift_member"("shift_id", "order");

-- CreateIndex
CREATE UNIQUE INDEX "shift_interval_shift_id_position_key" ON "shift_interval"("shift_id", "position");

-- CreateIndex
CREATE INDEX "override_schedule_id_end_idx" ON "override"("schedule_id", "end");

-- CreateIndex
CREATE INDEX "override_member_id_idx" ON "override"("member_id");

-- CreateIndex
CREATE INDEX "routing_rule_page_id_order_idx" ON "routing_rule"("page_id", "order");

-- CreateIndex
CREATE UNIQUE INDEX "routing_assertion_rule_id_position_key" ON "routing_assertion"("rule_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "routing_action_rule_id_position_key" ON "routing_action"("rule_id", "position");

-- CreateIndex
CREATE INDEX "escalation_policy_page_id_created_at_id_idx" ON "escalation_policy"("page_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "escalation_rule_policy_id_order_key" ON "escalation_rule"("policy_id", "order");

-- CreateIndex
CREATE UNIQUE INDEX "escalation_action_rule_id_position_key" ON "escalation_action"("rule_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "integration_token_key" ON "integration"("token");

-- CreateIndex
CREATE INDEX "integration_page_id_created_at_id_idx" ON "integration"("page_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "sandbox_message_channel_created_at_idx" ON "sandbox_message"("channel", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_message_channel_ts_key" ON "sandbox_message"("channel", "ts");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_channel_name_key" ON "sandbox_channel"("name");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_channel_user_id_key" ON "sandbox_channel"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "page_subdomain_key" ON "page"("subdomain");

-- CreateIndex
CREATE INDEX "component_page_id_order_idx" ON "component"("page_id", "order");

-- CreateIndex
CREATE INDEX "member_phone_idx" ON "member"("phone");

-- CreateIndex
CREATE UNIQUE INDEX "member_page_id_email_key" ON "member"("page_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "member_page_id_chat_user_id_key" ON "member"("page_id", "chat_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_page_id_name_key" ON "team"("page_id", "name");

-- CreateIndex
CREATE INDEX "team_member_member_id_idx" ON "team_member"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_page_id_idx" ON "api_key"("page_id");

-- AddForeignKey
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident" ADD CONSTRAINT "incident_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident" ADD CONSTRAINT "incident_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident" ADD CONSTRAINT "incident_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integration"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_component" ADD CONSTRAINT "incident_component_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_component" ADD CONSTRAINT "incident_component_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "component"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_update" ADD CONSTRAINT "incident_update_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_run" ADD CONSTRAINT "escalation_run_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_run" ADD CONSTRAINT "escalation_run_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "escalation_policy"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "firing" ADD CONSTRAINT "firing_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "firing" ADD CONSTRAINT "firing_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "escalation_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_firing_id_fkey" FOREIGN KEY ("firing_id") REFERENCES "firing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_attempt" ADD CONSTRAINT "notification_attempt_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "component"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "monitor_group"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_assertion" ADD CONSTRAINT "monitor_assertion_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_location" ADD CONSTRAINT "monitor_location_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_alert" ADD CONSTRAINT "monitor_alert_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_alert_link" ADD CONSTRAINT "monitor_alert_link_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_alert_link" ADD CONSTRAINT "monitor_alert_link_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "monitor_alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_group" ADD CONSTRAINT "monitor_group_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_group" ADD CONSTRAINT "monitor_group_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "monitor_group"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_group" ADD CONSTRAINT "monitor_group_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "component"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_log" ADD CONSTRAINT "monitor_log_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift" ADD CONSTRAINT "shift_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift_member" ADD CONSTRAINT "shift_member_shift_id_fkey" FOREIGN KEY ("shift_id") REFERENCES "shift"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift_member" ADD CONSTRAINT "shift_member_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift_interval" ADD CONSTRAINT "shift_interval_shift_id_fkey" FOREIGN KEY ("shift_id") REFERENCES "shift"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "override" ADD CONSTRAINT "override_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "override" ADD CONSTRAINT "override_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "override" ADD CONSTRAINT "override_replaces_member_id_fkey" FOREIGN KEY ("replaces_member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routing_rule" ADD CONSTRAINT "routing_rule_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routing_rule" ADD CONSTRAINT "routing_rule_escalation_policy_id_fkey" FOREIGN KEY ("escalation_policy_id") REFERENCES "escalation_policy"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routing_assertion" ADD CONSTRAINT "routing_assertion_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "routing_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routing_action" ADD CONSTRAINT "routing_action_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "routing_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_policy" ADD CONSTRAINT "escalation_policy_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_rule" ADD CONSTRAINT "escalation_rule_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "escalation_policy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_action" ADD CONSTRAINT "escalation_action_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "escalation_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integration" ADD CONSTRAINT "integration_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component" ADD CONSTRAINT "component_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component" ADD CONSTRAINT "component_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "component"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say: states, and the indexes that sweepers and due queries read.

ALTER TABLE "component" ADD CONSTRAINT "component_status_check" CHECK ("status" IN ('OPERATIONAL', 'UNDERMAINTENANCE', 'DEGRADEDPERFORMANCE', 'PARTIALOUTAGE', 'MAJOROUTAGE'));
ALTER TABLE "member" ADD CONSTRAINT "member_permission_check" CHECK ("permission" IN ('FULL', 'READ', 'WRITE', 'MEMBER', 'EDITOR'));
ALTER TABLE "member" ADD CONSTRAINT "member_email_check" CHECK ("email" = lower("email"));
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_scope_check" CHECK ("scope" IN ('read', 'write', 'admin'));
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_type_check" CHECK ("type" IN ('HTTP', 'HTTP_API', 'PING', 'TCP', 'DNS', 'HEARTBEAT'));
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_status_check" CHECK ("status" IN ('UP', 'DOWN', 'DEGRADED', 'UNKNOWN'));
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_interval_check" CHECK ("checks_interval_s" BETWEEN 5 AND 86400);
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_confirmations_check" CHECK ("failure_confirmations" BETWEEN 0 AND 10);
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_locations_check" CHECK (cardinality("locations") > 0);
ALTER TABLE "monitor_log" ADD CONSTRAINT "monitor_log_status_check" CHECK ("status" IN ('UP', 'DOWN', 'DEGRADED', 'UNKNOWN'));
ALTER TABLE "monitor_location" ADD CONSTRAINT "monitor_location_outcome_check" CHECK ("confirmed_outcome" IN ('OK', 'DEGRADED', 'FAILED') AND "pending_outcome" IN ('OK', 'DEGRADED', 'FAILED'));
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_status_check" CHECK ("status" IN ('ACTIVE', 'PAUSED'));
ALTER TABLE "shift" ADD CONSTRAINT "shift_rotation_check" CHECK ("rotation_type" IN ('DAILY', 'WEEKLY', 'CUSTOM') AND ("rotation_type" <> 'CUSTOM' OR ("custom_value" BETWEEN 1 AND 1000 AND "custom_unit" IN ('HOURS', 'DAYS', 'WEEKS'))));
ALTER TABLE "shift" ADD CONSTRAINT "shift_restriction_check" CHECK ("restriction_type" IN ('NONE', 'TIMEOFDAY', 'TIMEINTERVALS') AND ("restriction_type" <> 'TIMEOFDAY' OR ("time_of_day_start" IS NOT NULL AND "time_of_day_end" IS NOT NULL)));
ALTER TABLE "shift" ADD CONSTRAINT "shift_dates_check" CHECK ("end_date" > "start_date");
ALTER TABLE "override" ADD CONSTRAINT "override_dates_check" CHECK ("end" > "start");
ALTER TABLE "escalation_rule" ADD CONSTRAINT "escalation_rule_delay_check" CHECK ("delay_in_mins" BETWEEN 0 AND 10080 AND "condition" = 'NOT_ACKNOWLEDGED');
ALTER TABLE "escalation_policy" ADD CONSTRAINT "escalation_policy_repeat_check" CHECK ("repeat_count" BETWEEN 0 AND 20 AND "repeat_delay" BETWEEN 0 AND 10080);
ALTER TABLE "incident" ADD CONSTRAINT "incident_status_check" CHECK ("status" IN ('INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'));
ALTER TABLE "incident" ADD CONSTRAINT "incident_impact_check" CHECK ("impact" IN ('OPERATIONAL', 'UNDERMAINTENANCE', 'DEGRADEDPERFORMANCE', 'PARTIALOUTAGE', 'MAJOROUTAGE'));
ALTER TABLE "incident" ADD CONSTRAINT "incident_response_check" CHECK ("response_state" IN ('TRIGGERED', 'ACKNOWLEDGED', 'SNOOZED', 'RESOLVED') AND ("response_state" = 'RESOLVED') = ("resolved_at" IS NOT NULL) AND ("response_state" <> 'ACKNOWLEDGED' OR "acknowledged_at" IS NOT NULL) AND ("response_state" = 'SNOOZED') = ("snoozed_until" IS NOT NULL));
ALTER TABLE "escalation_run" ADD CONSTRAINT "escalation_run_status_check" CHECK ("status" IN ('ACTIVE', 'SILENCED', 'PAUSED', 'STOPPED', 'DONE') AND ("status" IN ('ACTIVE', 'SILENCED') OR "next_due_at" IS NULL));
ALTER TABLE "firing" ADD CONSTRAINT "firing_kind_check" CHECK ("kind" IN ('ROUTING', 'RULE', 'REASSIGN', 'FALLBACK') AND ("kind" = 'RULE') = ("run_id" IS NOT NULL));
ALTER TABLE "notification" ADD CONSTRAINT "notification_channel_check" CHECK ("channel" IN ('CHAT', 'EMAIL', 'SMS', 'PHONE_CALL', 'WEBHOOK'));
ALTER TABLE "notification" ADD CONSTRAINT "notification_state_check" CHECK ("state" IN ('PENDING', 'SENDING', 'HELD', 'SENT', 'FAILED', 'CANCELLED', 'LEFT_OUT') AND ("state" = 'SENDING') = ("lease_token" IS NOT NULL));
ALTER TABLE "notification_attempt" ADD CONSTRAINT "notification_attempt_outcome_check" CHECK ("outcome" IN ('STARTED', 'SENT', 'RETRY', 'REJECTED', 'UNCERTAIN'));
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_kind_check" CHECK ("kind" IN ('CARD', 'PAGE', 'BUNDLE'));

CREATE UNIQUE INDEX "incident_open_dedup_key" ON "incident" ("page_id", "dedup_key") WHERE "resolved_at" IS NULL;
CREATE INDEX "incident_open" ON "incident" ("page_id", "created_at") WHERE "resolved_at" IS NULL;
CREATE INDEX "incident_snoozed" ON "incident" ("snoozed_until") WHERE "response_state" = 'SNOOZED';
CREATE INDEX "monitor_location_due" ON "monitor_location" ("location", "next_check_at") WHERE NOT "paused";
CREATE INDEX "monitor_location_claimed" ON "monitor_location" ("claimed_at") WHERE "claimed_at" IS NOT NULL;
CREATE INDEX "escalation_run_due" ON "escalation_run" ("next_due_at") WHERE "next_due_at" IS NOT NULL;
CREATE INDEX "notification_due" ON "notification" ("channel", "next_attempt_at", "id") WHERE "state" IN ('PENDING', 'SENDING');
CREATE INDEX "notification_left_out" ON "notification" ("created_at") WHERE "state" = 'LEFT_OUT';
CREATE UNIQUE INDEX "outbox_open" ON "outbox" ("kind", "subject_id") WHERE "done_at" IS NULL;
CREATE INDEX "outbox_due" ON "outbox" ("due_at") WHERE "done_at" IS NULL;
CREATE INDEX "outbox_done" ON "outbox" ("done_at") WHERE "done_at" IS NOT NULL;
CREATE INDEX "chat_request_open" ON "chat_request" ("received_at") WHERE "done_at" IS NULL;
CREATE INDEX "chat_request_done" ON "chat_request" ("done_at") WHERE "done_at" IS NOT NULL;
CREATE UNIQUE INDEX "chat_message_card" ON "chat_message" ("incident_id") WHERE "kind" = 'CARD';
