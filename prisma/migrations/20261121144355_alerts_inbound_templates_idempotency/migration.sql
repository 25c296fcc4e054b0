-- AlterTable
ALTER TABLE "integration" ADD COLUMN     "mapping" JSONB;

-- CreateTable
CREATE TABLE "incident_template" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL,
    "notify" BOOLEAN NOT NULL DEFAULT false,
    "components" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "incident_template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_message" (
    "id" TEXT NOT NULL,
    "alert_id" TEXT NOT NULL,
    "monitor_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "external_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbound_body" (
    "id" TEXT NOT NULL,
    "integration_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "content_type" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "inbound_body_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_answer" (
    "id" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "incident_template_page_id_created_at_id_idx" ON "incident_template"("page_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "alert_message_created_at_idx" ON "alert_message"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "alert_message_alert_id_monitor_id_subject_key" ON "alert_message"("alert_id", "monitor_id", "subject");

-- CreateIndex
CREATE INDEX "inbound_body_integration_id_received_at_idx" ON "inbound_body"("integration_id", "received_at");

-- CreateIndex
CREATE INDEX "idempotent_answer_created_at_idx" ON "idempotent_answer"("created_at");

-- AddForeignKey
ALTER TABLE "incident_template" ADD CONSTRAINT "incident_template_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "monitor_alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_body" ADD CONSTRAINT "inbound_body_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integration"("id") ON DELETE CASCADE ON UPDATE CASCADE;
