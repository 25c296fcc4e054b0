-- AlterTable
ALTER TABLE "member" ADD COLUMN     "country" TEXT,
ADD COLUMN     "handoff_reminders" INTEGER[] DEFAULT ARRAY[1440, 15]::INTEGER[];

-- AlterTable
ALTER TABLE "override" ADD COLUMN     "cancelled_at" TIMESTAMPTZ(3),
ADD COLUMN     "former_member_id" TEXT,
ADD COLUMN     "former_replaces_member_id" TEXT,
ALTER COLUMN "member_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "page" ADD COLUMN     "on_call_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "on_call_problems" JSONB;

-- AlterTable
ALTER TABLE "schedule" ADD COLUMN     "effective_from" TIMESTAMPTZ(3),
ADD COLUMN     "handoff_look_at" TIMESTAMPTZ(3),
ADD COLUMN     "handoff_looked_at" TIMESTAMPTZ(3),
ADD COLUMN     "handoff_member_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "shift" ADD COLUMN     "keeper_id" TEXT,
ADD COLUMN     "kept_until" TIMESTAMPTZ(3),
ADD COLUMN     "turn_offset" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "schedule_version" (
    "id" TEXT NOT NULL,
    "schedule_id" TEXT NOT NULL,
    "effective_from" TIMESTAMPTZ(3),
    "effective_until" TIMESTAMPTZ(3),
    "definition" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "schedule_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "swap" (
    "id" TEXT NOT NULL,
    "schedule_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "to_member_id" TEXT,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "end" TIMESTAMPTZ(3) NOT NULL,
    "return_start" TIMESTAMPTZ(3),
    "return_end" TIMESTAMPTZ(3),
    "note" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'OPEN',
    "declined_by_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "accepted_by_id" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "time_off_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "swap_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "time_off" (
    "id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "end" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "time_off_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "url" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "refused" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sent_by" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "former_member" (
    "id" TEXT NOT NULL,
    "page_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_member_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "schedule_version_schedule_id_effective_until_idx" ON "schedule_version"("schedule_id", "effective_until");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_version_schedule_id_effective_from_key" ON "schedule_version"("schedule_id", "effective_from");

-- CreateIndex
CREATE INDEX "swap_schedule_id_created_at_id_idx" ON "swap"("schedule_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "swap_member_id_idx" ON "swap"("member_id");

-- CreateIndex
CREATE INDEX "swap_time_off_id_idx" ON "swap"("time_off_id");

-- CreateIndex
CREATE INDEX "time_off_member_id_end_idx" ON "time_off"("member_id", "end");

-- CreateIndex
CREATE UNIQUE INDEX "notice_key_key" ON "notice"("key");

-- CreateIndex
CREATE INDEX "notice_member_id_created_at_idx" ON "notice"("member_id", "created_at");

-- CreateIndex
CREATE INDEX "notice_created_at_idx" ON "notice"("created_at");

-- CreateIndex
CREATE INDEX "former_member_page_id_idx" ON "former_member"("page_id");

-- CreateIndex
CREATE INDEX "schedule_handoff_look_at_idx" ON "schedule"("handoff_look_at");

-- AddForeignKey
ALTER TABLE "schedule_version" ADD CONSTRAINT "schedule_version_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_to_member_id_fkey" FOREIGN KEY ("to_member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_accepted_by_id_fkey" FOREIGN KEY ("accepted_by_id") REFERENCES "member"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_time_off_id_fkey" FOREIGN KEY ("time_off_id") REFERENCES "time_off"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "time_off" ADD CONSTRAINT "time_off_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice" ADD CONSTRAINT "notice_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice" ADD CONSTRAINT "notice_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_member" ADD CONSTRAINT "former_member_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the models cannot say.
ALTER TABLE "schedule_version" ADD CONSTRAINT "schedule_version_dates_check" CHECK ("effective_until" > "effective_from");
ALTER TABLE "shift" ADD CONSTRAINT "shift_keeper_check" CHECK (("keeper_id" IS NULL) = ("kept_until" IS NULL));
ALTER TABLE "swap" ADD CONSTRAINT "swap_status_check" CHECK ("status" IN ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'));
ALTER TABLE "swap" ADD CONSTRAINT "swap_dates_check" CHECK ("end" > "start" AND (("return_start" IS NULL) = ("return_end" IS NULL)) AND "return_end" > "return_start");
ALTER TABLE "time_off" ADD CONSTRAINT "time_off_dates_check" CHECK ("end" > "start");
CREATE INDEX "schedule_version_to_come" ON "schedule_version" ("effective_from") WHERE "effective_until" IS NULL;
