-- DropIndex
DROP INDEX "notification_set";
