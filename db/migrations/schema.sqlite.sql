CREATE TABLE "admin_credentials" ("id" integer not null primary key,
  "password_hash" text not null,
  "token_generation" integer default 1 not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "admin_credentials_id_check" check (id = 1)) strict;

CREATE TRIGGER "admin_credentials_log_ending"
        after update of token_generation on "admin_credentials" when new.token_generation <> old.token_generation
        begin
          insert into change_log (table_name, type, row_key, record, old_record)
          values ('admin_credentials', 'DELETE', json_object('id', "new"."id"), null, json_object('id', "new"."id"));
        end;

CREATE TABLE "admin_people" ("id" text not null primary key,
  "email" text not null,
  "name" text not null,
  "role" text not null check ("role" in ('owner', 'editor', 'helpdesk', 'reader')),
  "password_hash" text,
  "invitation_hash" text,
  "invitation_expires_at" text,
  "totp_secret" text,
  "totp_confirmed_at" text,
  "totp_last_step" integer,
  "token_generation" integer default 1 not null,
  "last_sign_in_at" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "admin_people_email_key" unique ("email"),
  constraint "admin_people_invitation_hash_key" unique ("invitation_hash")) strict;

CREATE TRIGGER "admin_people_log_ending"
      after update of token_generation on admin_people when new.token_generation <> old.token_generation
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values ('admin_people', 'DELETE', json_object('id', old.id), null, json_object('id', old.id));
      end;

CREATE TRIGGER "admin_people_log_removal"
      after delete on admin_people when true
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values ('admin_people', 'DELETE', json_object('id', old.id), null, json_object('id', old.id));
      end;

CREATE TABLE "admin_recovery_codes" ("admin_id" text not null,
  "code_hash" text not null,
  constraint "admin_recovery_codes_pkey" primary key ("admin_id", "code_hash"),
  constraint "admin_recovery_codes_admin_id_fkey" foreign key ("admin_id") references "admin_people" ("id") on delete cascade) strict;

CREATE TABLE "admin_sessions" ("id" text not null primary key,
  "admin_id" text,
  "token_hash" text not null,
  "token_generation" integer not null,
  "device" text,
  "created_at" text not null,
  "last_used_at" text not null,
  "expires_at" text not null,
  constraint "admin_sessions_token_hash_key" unique ("token_hash"),
  constraint "admin_sessions_admin_id_fkey" foreign key ("admin_id") references "admin_people" ("id") on delete cascade) strict;

CREATE INDEX "admin_sessions_admin_id" on "admin_sessions" ("admin_id");

CREATE TRIGGER admin_sessions_log_ending
      after delete on admin_sessions
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values ('admin_sessions', 'DELETE', json_object('id', old.id), null, json_object('id', old.id));
      end;

CREATE TABLE "audio_content" ("id" integer primary key autoincrement,
  "title" text not null,
  "description" text,
  "category" text not null,
  "duration" integer not null,
  "audio_url" text not null,
  "enabled" integer default 1 not null,
  "image_url" text,
  "kind" text default 'meditation' not null,
  "is_premium" integer default 0 not null,
  "featured" integer default 0 not null,
  "position" integer default 0 not null,
  "transcript" text,
  "loudness_lufs" real,
  "ground" text,
  "credits" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  publish_at text constraint audio_content_recording_check check (not enabled or audio_url <> ''),
  "unpublish_at" text,
  transcript_timings text constraint audio_content_transcript_timings_json check (json_valid(transcript_timings)),
  focus text
    constraint audio_content_focus_length check (length(focus) <= 9),
  chapters text constraint audio_content_chapters_json check (json_valid(chapters))
        constraint audio_content_chapters_length check (length(chapters) <= 20000),
  constraint "audio_content_category_check" check ("category" in ('PREGNANCY', 'BIRTHING', 'POSTBIRTH')),
  constraint "audio_content_kind_check" check ("kind" in ('meditation', 'music', 'affirmation', 'scripture')),
  constraint "audio_content_duration_check" check (duration >= 0),
  constraint "audio_content_enabled_check" check ("enabled" in (0, 1)),
  constraint "audio_content_is_premium_check" check ("is_premium" in (0, 1)),
  constraint "audio_content_featured_check" check ("featured" in (0, 1))) strict;

CREATE INDEX "audio_content_audio_url_idx" on "audio_content" ("audio_url");

CREATE INDEX "audio_content_category_idx" on "audio_content" ("enabled", "category", "position", "id");

CREATE INDEX "audio_content_created_at_idx" on "audio_content" ("created_at", "id");

CREATE INDEX "audio_content_enabled_created_at_idx" on "audio_content" ("enabled", "created_at", "id");

CREATE INDEX "audio_content_enabled_id_idx" on "audio_content" ("enabled", "id");

CREATE INDEX "audio_content_enabled_position_idx" on "audio_content" ("enabled", "position", "id");

CREATE INDEX "audio_content_enabled_title_idx" on "audio_content" ("enabled", "title", "id");

CREATE INDEX "audio_content_featured_idx" on "audio_content" ("position") where "featured" = 1;

CREATE TRIGGER "audio_content_files_insert"
      after insert on audio_content
      begin 
  update track_files set is_premium = new.is_premium
  where track_id = new.id and is_premium <> new.is_premium;
  insert into track_files (path, track_id, is_premium)
  select new.audio_url, new.id, new.is_premium where new.audio_url <> ''
  on conflict (path, track_id) do nothing; end;

CREATE TRIGGER "audio_content_files_update"
      after update of audio_url, is_premium on audio_content
      begin 
  update track_files set is_premium = new.is_premium
  where track_id = new.id and is_premium <> new.is_premium;
  insert into track_files (path, track_id, is_premium)
  select new.audio_url, new.id, new.is_premium where new.audio_url <> ''
  on conflict (path, track_id) do nothing; end;

CREATE TRIGGER "audio_content_lengths_insert" before insert on "audio_content"
    begin 
          select raise(abort, 'CHECK constraint failed: audio_content_title_length')
          where length("new"."title") > 500;
          select raise(abort, 'CHECK constraint failed: audio_content_description_length')
          where length("new"."description") > 20000;
          select raise(abort, 'CHECK constraint failed: audio_content_audio_url_length')
          where length("new"."audio_url") > 2000;
          select raise(abort, 'CHECK constraint failed: audio_content_image_url_length')
          where length("new"."image_url") > 2000;
          select raise(abort, 'CHECK constraint failed: audio_content_transcript_length')
          where length("new"."transcript") > 200000;
          select raise(abort, 'CHECK constraint failed: audio_content_transcript_timings_length')
          where length("new"."transcript_timings") > 400000;
          select raise(abort, 'CHECK constraint failed: audio_content_ground_length')
          where length("new"."ground") > 200;
          select raise(abort, 'CHECK constraint failed: audio_content_credits_length')
          where length("new"."credits") > 20000; end;

CREATE TRIGGER "audio_content_lengths_update"
    before update of "title", "description", "audio_url", "image_url", "transcript", "transcript_timings", "ground", "credits" on "audio_content"
    begin 
          select raise(abort, 'CHECK constraint failed: audio_content_title_length')
          where length("new"."title") > 500 and "new"."title" is not "old"."title";
          select raise(abort, 'CHECK constraint failed: audio_content_description_length')
          where length("new"."description") > 20000 and "new"."description" is not "old"."description";
          select raise(abort, 'CHECK constraint failed: audio_content_audio_url_length')
          where length("new"."audio_url") > 2000 and "new"."audio_url" is not "old"."audio_url";
          select raise(abort, 'CHECK constraint failed: audio_content_image_url_length')
          where length("new"."image_url") > 2000 and "new"."image_url" is not "old"."image_url";
          select raise(abort, 'CHECK constraint failed: audio_content_transcript_length')
          where length("new"."transcript") > 200000 and "new"."transcript" is not "old"."transcript";
          select raise(abort, 'CHECK constraint failed: audio_content_transcript_timings_length')
          where length("new"."transcript_timings") > 400000 and "new"."transcript_timings" is not "old"."transcript_timings";
          select raise(abort, 'CHECK constraint failed: audio_content_ground_length')
          where length("new"."ground") > 200 and "new"."ground" is not "old"."ground";
          select raise(abort, 'CHECK constraint failed: audio_content_credits_length')
          where length("new"."credits") > 20000 and "new"."credits" is not "old"."credits"; end;

CREATE TRIGGER "audio_content_log_delete"
      after delete on "audio_content"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'audio_content',
          'DELETE',
          json_object('id', "old"."id"),
          null,
          json_object('id', "old"."id", 'title', "old"."title", 'description', "old"."description", 'category', "old"."category", 'duration', "old"."duration", 'audio_url', "old"."audio_url", 'enabled', json(iif("old"."enabled", 'true', 'false')), 'image_url', "old"."image_url", 'kind', "old"."kind", 'is_premium', json(iif("old"."is_premium", 'true', 'false')), 'featured', json(iif("old"."featured", 'true', 'false')), 'position', "old"."position", 'transcript', "old"."transcript", 'loudness_lufs', "old"."loudness_lufs", 'ground', "old"."ground", 'credits', "old"."credits", 'created_at', "old"."created_at", 'updated_at', "old"."updated_at", 'publish_at', "old"."publish_at", 'unpublish_at', "old"."unpublish_at", 'transcript_timings', json("old"."transcript_timings"), 'focus', "old"."focus", 'chapters', json("old"."chapters"))
        );
      end;

CREATE TRIGGER "audio_content_log_insert"
      after insert on "audio_content"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'audio_content',
          'INSERT',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'title', "new"."title", 'description', "new"."description", 'category', "new"."category", 'duration', "new"."duration", 'audio_url', "new"."audio_url", 'enabled', json(iif("new"."enabled", 'true', 'false')), 'image_url', "new"."image_url", 'kind', "new"."kind", 'is_premium', json(iif("new"."is_premium", 'true', 'false')), 'featured', json(iif("new"."featured", 'true', 'false')), 'position', "new"."position", 'transcript', "new"."transcript", 'loudness_lufs', "new"."loudness_lufs", 'ground', "new"."ground", 'credits', "new"."credits", 'created_at', "new"."created_at", 'updated_at', "new"."updated_at", 'publish_at', "new"."publish_at", 'unpublish_at', "new"."unpublish_at", 'transcript_timings', json("new"."transcript_timings"), 'focus', "new"."focus", 'chapters', json("new"."chapters")),
          null
        );
      end;

CREATE TRIGGER "audio_content_log_update"
      after update on "audio_content"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'audio_content',
          'UPDATE',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'title', "new"."title", 'description', "new"."description", 'category', "new"."category", 'duration', "new"."duration", 'audio_url', "new"."audio_url", 'enabled', json(iif("new"."enabled", 'true', 'false')), 'image_url', "new"."image_url", 'kind', "new"."kind", 'is_premium', json(iif("new"."is_premium", 'true', 'false')), 'featured', json(iif("new"."featured", 'true', 'false')), 'position', "new"."position", 'transcript', "new"."transcript", 'loudness_lufs', "new"."loudness_lufs", 'ground', "new"."ground", 'credits', "new"."credits", 'created_at', "new"."created_at", 'updated_at', "new"."updated_at", 'publish_at', "new"."publish_at", 'unpublish_at', "new"."unpublish_at", 'transcript_timings', json("new"."transcript_timings"), 'focus', "new"."focus", 'chapters', json("new"."chapters")),
          json_object('id', "old"."id", 'title', "old"."title", 'description', "old"."description", 'category', "old"."category", 'duration', "old"."duration", 'audio_url', "old"."audio_url", 'enabled', json(iif("old"."enabled", 'true', 'false')), 'image_url', "old"."image_url", 'kind', "old"."kind", 'is_premium', json(iif("old"."is_premium", 'true', 'false')), 'featured', json(iif("old"."featured", 'true', 'false')), 'position', "old"."position", 'transcript', "old"."transcript", 'loudness_lufs', "old"."loudness_lufs", 'ground', "old"."ground", 'credits', "old"."credits", 'created_at', "old"."created_at", 'updated_at', "old"."updated_at", 'publish_at', "old"."publish_at", 'unpublish_at', "old"."unpublish_at", 'transcript_timings', json("old"."transcript_timings"), 'focus', "old"."focus", 'chapters', json("old"."chapters"))
        );
      end;

CREATE TRIGGER "audio_content_own_files_insert" before insert on audio_content
      when not ((new.audio_url = '' or "new"."audio_url" like '/storage/v1/object/public/audio/%') and (new.image_url is null or "new"."image_url" like '/storage/v1/object/public/images/%'))
      begin select raise(abort, 'CHECK constraint failed: audio_content_own_files_check'); end;

CREATE TRIGGER "audio_content_own_files_update" before update of audio_url, image_url on audio_content
      when not ((new.audio_url = '' or "new"."audio_url" like '/storage/v1/object/public/audio/%') and (new.image_url is null or "new"."image_url" like '/storage/v1/object/public/images/%'))
      begin select raise(abort, 'CHECK constraint failed: audio_content_own_files_check'); end;

CREATE INDEX "audio_content_position_idx" on "audio_content" ("position", "id");

CREATE INDEX "audio_content_publish_at_idx" on "audio_content" ("publish_at") where "publish_at" is not null;

CREATE TRIGGER audio_content_search_delete after delete on audio_content
    begin 
    insert into audio_content_search (audio_content_search, rowid, title, description)
    values ('delete', old.id, old.title, old.description); end;

CREATE TRIGGER audio_content_search_insert after insert on audio_content
    begin 
    insert into audio_content_search (rowid, title, description)
    values (new.id, new.title, new.description); end;

CREATE TRIGGER audio_content_search_update
    after update of id, title, description on audio_content
    begin 
    insert into audio_content_search (audio_content_search, rowid, title, description)
    values ('delete', old.id, old.title, old.description); 
    insert into audio_content_search (rowid, title, description)
    values (new.id, new.title, new.description); end;

CREATE INDEX "audio_content_title_idx" on "audio_content" ("title", "id");

CREATE INDEX "audio_content_unpublish_at_idx" on "audio_content" ("unpublish_at") where "unpublish_at" is not null;

CREATE VIRTUAL TABLE audio_content_search using fts5(
      title, description, content = 'audio_content', content_rowid = 'id', tokenize = 'trigram'
    );

CREATE TABLE "audit_log" ("id" integer primary key autoincrement,
  "actor" text not null,
  "action" text not null,
  "table_name" text not null,
  "row_id" text not null,
  "before" text,
  "after" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "audit_log_before_check" check (json_valid("before")),
  constraint "audit_log_after_check" check (json_valid("after"))) strict;

CREATE INDEX "audit_log_created_at_idx" on "audit_log" ("created_at");

CREATE TRIGGER "audit_log_lengths_insert" before insert on "audit_log"
    begin 
          select raise(abort, 'CHECK constraint failed: audit_log_actor_length')
          where length("new"."actor") > 200;
          select raise(abort, 'CHECK constraint failed: audit_log_action_length')
          where length("new"."action") > 100;
          select raise(abort, 'CHECK constraint failed: audit_log_table_name_length')
          where length("new"."table_name") > 100;
          select raise(abort, 'CHECK constraint failed: audit_log_row_id_length')
          where length("new"."row_id") > 1000; end;

CREATE TRIGGER "audit_log_lengths_update"
    before update of "actor", "action", "table_name", "row_id" on "audit_log"
    begin 
          select raise(abort, 'CHECK constraint failed: audit_log_actor_length')
          where length("new"."actor") > 200 and "new"."actor" is not "old"."actor";
          select raise(abort, 'CHECK constraint failed: audit_log_action_length')
          where length("new"."action") > 100 and "new"."action" is not "old"."action";
          select raise(abort, 'CHECK constraint failed: audit_log_table_name_length')
          where length("new"."table_name") > 100 and "new"."table_name" is not "old"."table_name";
          select raise(abort, 'CHECK constraint failed: audit_log_row_id_length')
          where length("new"."row_id") > 1000 and "new"."row_id" is not "old"."row_id"; end;

CREATE INDEX "audit_log_table_name_row_id_idx" on "audit_log" ("table_name", "row_id");

CREATE TABLE "centre_codes" ("id" integer primary key autoincrement,
  "centre_name" text not null,
  "code" text not null,
  "plan_type" text not null,
  "plan_length" integer,
  "uses_allowed" integer not null,
  "used_count" integer default 0 not null,
  "valid_until" text not null,
  "ended_at" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  numbers_key text constraint centre_codes_numbers_key_length check (length(numbers_key) <= 64),
  constraint "centre_codes_code_key" unique ("code"),
  constraint "centre_codes_plan_type_check" check ("plan_type" in ('Lifetime', 'Monthly', 'Trial')),
  constraint "centre_codes_plan_length_check" check ((plan_length is null) = (plan_type = 'Lifetime') and coalesce(plan_length, 1) > 0),
  constraint "centre_codes_used_count_check" check (used_count between 0 and uses_allowed)) strict;

CREATE TRIGGER "centre_codes_lengths_insert" before insert on "centre_codes"
    begin 
          select raise(abort, 'CHECK constraint failed: centre_codes_centre_name_length')
          where length("new"."centre_name") > 200;
          select raise(abort, 'CHECK constraint failed: centre_codes_code_length')
          where length("new"."code") > 40;
          select raise(abort, 'CHECK constraint failed: centre_codes_plan_type_length')
          where length("new"."plan_type") > 100; end;

CREATE TRIGGER "centre_codes_lengths_update"
    before update of "centre_name", "code", "plan_type" on "centre_codes"
    begin 
          select raise(abort, 'CHECK constraint failed: centre_codes_centre_name_length')
          where length("new"."centre_name") > 200 and "new"."centre_name" is not "old"."centre_name";
          select raise(abort, 'CHECK constraint failed: centre_codes_code_length')
          where length("new"."code") > 40 and "new"."code" is not "old"."code";
          select raise(abort, 'CHECK constraint failed: centre_codes_plan_type_length')
          where length("new"."plan_type") > 100 and "new"."plan_type" is not "old"."plan_type"; end;

CREATE TABLE "change_log" ("id" integer primary key autoincrement,
  "table_name" text not null,
  "type" text not null,
  "row_key" text not null,
  "record" text,
  "old_record" text,
  "committed_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null) strict;

CREATE TABLE "code_redemptions" ("code_id" integer not null,
  "user_id" text not null,
  "redeemed_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "code_redemptions_pkey" primary key ("code_id", "user_id"),
  constraint "code_redemptions_code_id_fkey" foreign key ("code_id") references "centre_codes" ("id") on delete cascade,
  constraint "code_redemptions_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade) strict;

CREATE INDEX "code_redemptions_user_id_idx" on "code_redemptions" ("user_id");

CREATE TABLE "consents" ("id" integer primary key autoincrement,
  "user_id" text not null,
  "kind" text not null,
  "text_version" text not null,
  "granted" integer not null,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "withdrawn_at" text,
  constraint "consents_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade,
  constraint "consents_granted_check" check ("granted" in (0, 1))) strict;

CREATE TRIGGER "consents_lengths_insert" before insert on "consents"
    begin 
          select raise(abort, 'CHECK constraint failed: consents_kind_length')
          where length("new"."kind") > 100;
          select raise(abort, 'CHECK constraint failed: consents_text_version_length')
          where length("new"."text_version") > 100; end;

CREATE TRIGGER "consents_lengths_update"
    before update of "kind", "text_version" on "consents"
    begin 
          select raise(abort, 'CHECK constraint failed: consents_kind_length')
          where length("new"."kind") > 100 and "new"."kind" is not "old"."kind";
          select raise(abort, 'CHECK constraint failed: consents_text_version_length')
          where length("new"."text_version") > 100 and "new"."text_version" is not "old"."text_version"; end;

CREATE INDEX "consents_user_id_kind_idx" on "consents" ("user_id", "kind");

CREATE TABLE "deletion_requests" ("id" integer primary key autoincrement,
  "user_id" text,
  "email" text not null,
  "reason" text not null,
  "feedback" text,
  "data_download" integer default 0 not null,
  "status" text default 'received' not null,
  "token_hash" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "confirmed_at" text,
  "approved_at" text,
  "due_at" text,
  "erased_at" text,
  "refused_at" text,
  "refusal" text,
  constraint "deletion_requests_status_check" check ("status" in ('received', 'confirmed', 'approved', 'erased', 'refused')),
  constraint "deletion_requests_reason_check" check ("reason" in ('not-using', 'too-expensive', 'technical-issues', 'privacy-concerns', 'found-alternative', 'other')),
  constraint "deletion_requests_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete set null,
  constraint "deletion_requests_data_download_check" check ("data_download" in (0, 1))) strict;

CREATE INDEX "deletion_requests_email_idx" on "deletion_requests" ("email");

CREATE TRIGGER "deletion_requests_lengths_insert" before insert on "deletion_requests"
    begin 
          select raise(abort, 'CHECK constraint failed: deletion_requests_email_length')
          where length("new"."email") > 255;
          select raise(abort, 'CHECK constraint failed: deletion_requests_feedback_length')
          where length("new"."feedback") > 5000;
          select raise(abort, 'CHECK constraint failed: deletion_requests_refusal_length')
          where length("new"."refusal") > 5000; end;

CREATE TRIGGER "deletion_requests_lengths_update"
    before update of "email", "feedback", "refusal" on "deletion_requests"
    begin 
          select raise(abort, 'CHECK constraint failed: deletion_requests_email_length')
          where length("new"."email") > 255 and "new"."email" is not "old"."email";
          select raise(abort, 'CHECK constraint failed: deletion_requests_feedback_length')
          where length("new"."feedback") > 5000 and "new"."feedback" is not "old"."feedback";
          select raise(abort, 'CHECK constraint failed: deletion_requests_refusal_length')
          where length("new"."refusal") > 5000 and "new"."refusal" is not "old"."refusal"; end;

CREATE TRIGGER "deletion_requests_log_delete"
      after delete on "deletion_requests"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'deletion_requests',
          'DELETE',
          json_object('id', "old"."id"),
          null,
          json_object('id', "old"."id", 'user_id', "old"."user_id", 'email', "old"."email", 'reason', "old"."reason", 'feedback', "old"."feedback", 'data_download', json(iif("old"."data_download", 'true', 'false')), 'status', "old"."status", 'created_at', "old"."created_at", 'confirmed_at', "old"."confirmed_at", 'approved_at', "old"."approved_at", 'due_at', "old"."due_at", 'erased_at', "old"."erased_at", 'refused_at', "old"."refused_at", 'refusal', "old"."refusal")
        );
      end;

CREATE TRIGGER "deletion_requests_log_insert"
      after insert on "deletion_requests"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'deletion_requests',
          'INSERT',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'user_id', "new"."user_id", 'email', "new"."email", 'reason', "new"."reason", 'feedback', "new"."feedback", 'data_download', json(iif("new"."data_download", 'true', 'false')), 'status', "new"."status", 'created_at', "new"."created_at", 'confirmed_at', "new"."confirmed_at", 'approved_at', "new"."approved_at", 'due_at', "new"."due_at", 'erased_at', "new"."erased_at", 'refused_at', "new"."refused_at", 'refusal', "new"."refusal"),
          null
        );
      end;

CREATE TRIGGER "deletion_requests_log_update"
      after update on "deletion_requests"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'deletion_requests',
          'UPDATE',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'user_id', "new"."user_id", 'email', "new"."email", 'reason', "new"."reason", 'feedback', "new"."feedback", 'data_download', json(iif("new"."data_download", 'true', 'false')), 'status', "new"."status", 'created_at', "new"."created_at", 'confirmed_at', "new"."confirmed_at", 'approved_at', "new"."approved_at", 'due_at', "new"."due_at", 'erased_at', "new"."erased_at", 'refused_at', "new"."refused_at", 'refusal', "new"."refusal"),
          json_remove(json_object('id', "old"."id", 'user_id', "old"."user_id", 'email', "old"."email", 'reason', "old"."reason", 'feedback', "old"."feedback", 'data_download', json(iif("old"."data_download", 'true', 'false')), 'status', "old"."status", 'created_at', "old"."created_at", 'confirmed_at', "old"."confirmed_at", 'approved_at', "old"."approved_at", 'due_at', "old"."due_at", 'erased_at', "old"."erased_at", 'refused_at', "old"."refused_at", 'refusal', "old"."refusal"), iif("new"."feedback" is "old"."feedback", '$.feedback', '$.-'), iif("new"."refusal" is "old"."refusal", '$.refusal', '$.-'))
        );
      end;

CREATE INDEX "deletion_requests_status_due_at_idx" on "deletion_requests" ("status", "due_at");

CREATE INDEX "deletion_requests_token_hash_idx" on "deletion_requests" ("token_hash") where "token_hash" is not null;

CREATE INDEX "deletion_requests_user_id_idx" on "deletion_requests" ("user_id");

CREATE TABLE "favorites" ("user_id" text not null,
  "content_id" integer not null,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "favorites_pkey" primary key ("user_id", "content_id"),
  constraint "favorites_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade,
  constraint "favorites_content_id_fkey" foreign key ("content_id") references "audio_content" ("id") on delete cascade) strict;

CREATE INDEX "favorites_content_id_idx" on "favorites" ("content_id");

CREATE TRIGGER "favorites_log_delete"
      after delete on "favorites"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'favorites',
          'DELETE',
          json_object('user_id', "old"."user_id", 'content_id', "old"."content_id"),
          null,
          json_object('user_id', "old"."user_id", 'content_id', "old"."content_id", 'created_at', "old"."created_at")
        );
      end;

CREATE TRIGGER "favorites_log_insert"
      after insert on "favorites"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'favorites',
          'INSERT',
          json_object('user_id', "new"."user_id", 'content_id', "new"."content_id"),
          json_object('user_id', "new"."user_id", 'content_id', "new"."content_id", 'created_at', "new"."created_at"),
          null
        );
      end;

CREATE TRIGGER "favorites_log_update"
      after update on "favorites"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'favorites',
          'UPDATE',
          json_object('user_id', "new"."user_id", 'content_id', "new"."content_id"),
          json_object('user_id', "new"."user_id", 'content_id', "new"."content_id", 'created_at', "new"."created_at"),
          json_object('user_id', "old"."user_id", 'content_id', "old"."content_id", 'created_at', "old"."created_at")
        );
      end;

CREATE INDEX "favorites_user_id_created_at_idx" on "favorites" ("user_id", "created_at");

CREATE TABLE "file_names" ("path" text not null primary key,
  "name" text not null,
  constraint "file_names_name_length" check (length(name) <= 240)) strict;

CREATE TABLE "flow_states" ("id" text not null primary key,
  "user_id" text,
  "auth_code_hash" text,
  "code_challenge" text not null,
  "code_challenge_method" text not null,
  "auth_type" text not null,
  "issued_at" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "flow_states_auth_code_hash_key" unique ("auth_code_hash"),
  constraint "flow_states_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade) strict;

CREATE INDEX "flow_states_created_at_idx" on "flow_states" ("created_at");

CREATE INDEX "flow_states_user_id_idx" on "flow_states" ("user_id");

CREATE TABLE "hand_overs" ("id" text not null primary key,
  "goes_to" text not null,
  "code_hash" text not null,
  "secret_hash" text not null,
  "user_id" text,
  "session_id" text,
  "created_at" text not null,
  "expires_at" text not null,
  "used_at" text,
  constraint "hand_overs_code_hash_key" unique ("code_hash"),
  constraint "hand_overs_secret_hash_key" unique ("secret_hash"),
  constraint "hand_overs_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade,
  constraint "hand_overs_session_id_fkey" foreign key ("session_id") references "sessions" ("id") on delete cascade) strict;

CREATE INDEX "hand_overs_expires_at_idx" on "hand_overs" ("expires_at");

CREATE INDEX "hand_overs_session_id_idx" on "hand_overs" ("session_id");

CREATE INDEX "hand_overs_user_id_idx" on "hand_overs" ("user_id");

CREATE TABLE "kiosks" ("id" integer primary key autoincrement,
  "is_own" integer not null,
  "token_hash" text,
  "code_hash" text,
  "version" text,
  "state" text check ("state" in ('playing', 'quiet', 'attract', 'closed')),
  "last_seen_at" text,
  "started_at" text,
  "last_input_at" text,
  "last_sound_at" text,
  "troubles" text default '[]' not null,
  "settings" text not null,
  "restart_asked_at" text,
  "restart_due_at" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "kiosks_token_hash_key" unique ("token_hash"),
  constraint "kiosks_code_hash_key" unique ("code_hash"),
  constraint "kiosks_is_own_check" check ("is_own" in (0, 1)),
  constraint "kiosks_troubles_check" check (json_valid("troubles")),
  constraint "kiosks_settings_check" check (json_valid("settings"))) strict;

CREATE TRIGGER "kiosks_lengths_insert" before insert on "kiosks"
    begin 
          select raise(abort, 'CHECK constraint failed: kiosks_version_length')
          where length("new"."version") > 100;
          select raise(abort, 'CHECK constraint failed: kiosks_troubles_length')
          where length("new"."troubles") > 20000;
          select raise(abort, 'CHECK constraint failed: kiosks_settings_length')
          where length("new"."settings") > 20000; end;

CREATE TRIGGER "kiosks_lengths_update"
    before update of "version", "troubles", "settings" on "kiosks"
    begin 
          select raise(abort, 'CHECK constraint failed: kiosks_version_length')
          where length("new"."version") > 100 and "new"."version" is not "old"."version";
          select raise(abort, 'CHECK constraint failed: kiosks_troubles_length')
          where length("new"."troubles") > 20000 and "new"."troubles" is not "old"."troubles";
          select raise(abort, 'CHECK constraint failed: kiosks_settings_length')
          where length("new"."settings") > 20000 and "new"."settings" is not "old"."settings"; end;

CREATE TRIGGER "kiosks_log_delete"
      after delete on "kiosks"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'kiosks',
          'DELETE',
          json_object('id', "old"."id"),
          null,
          json_object('id', "old"."id", 'is_own', json(iif("old"."is_own", 'true', 'false')), 'version', "old"."version", 'state', "old"."state", 'last_seen_at', "old"."last_seen_at", 'started_at', "old"."started_at", 'last_input_at', "old"."last_input_at", 'last_sound_at', "old"."last_sound_at", 'troubles', json("old"."troubles"), 'settings', json("old"."settings"), 'restart_asked_at', "old"."restart_asked_at", 'restart_due_at', "old"."restart_due_at", 'created_at', "old"."created_at")
        );
      end;

CREATE TRIGGER "kiosks_log_insert"
      after insert on "kiosks"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'kiosks',
          'INSERT',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'is_own', json(iif("new"."is_own", 'true', 'false')), 'version', "new"."version", 'state', "new"."state", 'last_seen_at', "new"."last_seen_at", 'started_at', "new"."started_at", 'last_input_at', "new"."last_input_at", 'last_sound_at', "new"."last_sound_at", 'troubles', json("new"."troubles"), 'settings', json("new"."settings"), 'restart_asked_at', "new"."restart_asked_at", 'restart_due_at', "new"."restart_due_at", 'created_at', "new"."created_at"),
          null
        );
      end;

CREATE TRIGGER "kiosks_log_update"
      after update on "kiosks"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'kiosks',
          'UPDATE',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'is_own', json(iif("new"."is_own", 'true', 'false')), 'version', "new"."version", 'state', "new"."state", 'last_seen_at', "new"."last_seen_at", 'started_at', "new"."started_at", 'last_input_at', "new"."last_input_at", 'last_sound_at', "new"."last_sound_at", 'troubles', json("new"."troubles"), 'settings', json("new"."settings"), 'restart_asked_at', "new"."restart_asked_at", 'restart_due_at', "new"."restart_due_at", 'created_at', "new"."created_at"),
          json_object('id', "old"."id", 'is_own', json(iif("old"."is_own", 'true', 'false')), 'version', "old"."version", 'state', "old"."state", 'last_seen_at', "old"."last_seen_at", 'started_at', "old"."started_at", 'last_input_at', "old"."last_input_at", 'last_sound_at', "old"."last_sound_at", 'troubles', json("old"."troubles"), 'settings', json("old"."settings"), 'restart_asked_at', "old"."restart_asked_at", 'restart_due_at', "old"."restart_due_at", 'created_at', "old"."created_at")
        );
      end;

CREATE TABLE "leases" ("task" text not null primary key,
  "holder" text not null,
  "held_until" text not null,
  "done_at" text) strict;

CREATE TABLE "newsletter_subscribers" ("id" integer primary key autoincrement,
  "email" text not null,
  "status" text default 'pending' not null,
  "token_hash" text not null,
  "source" text,
  "text_version" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "confirmed_at" text,
  "unsubscribed_at" text,
  constraint "newsletter_subscribers_email_key" unique ("email"),
  constraint "newsletter_subscribers_status_check" check ("status" in ('pending', 'confirmed', 'unsubscribed'))) strict;

CREATE TRIGGER "newsletter_subscribers_lengths_insert" before insert on "newsletter_subscribers"
    begin 
          select raise(abort, 'CHECK constraint failed: newsletter_subscribers_email_length')
          where length("new"."email") > 255;
          select raise(abort, 'CHECK constraint failed: newsletter_subscribers_source_length')
          where length("new"."source") > 100;
          select raise(abort, 'CHECK constraint failed: newsletter_subscribers_text_version_length')
          where length("new"."text_version") > 100; end;

CREATE TRIGGER "newsletter_subscribers_lengths_update"
    before update of "email", "source", "text_version" on "newsletter_subscribers"
    begin 
          select raise(abort, 'CHECK constraint failed: newsletter_subscribers_email_length')
          where length("new"."email") > 255 and "new"."email" is not "old"."email";
          select raise(abort, 'CHECK constraint failed: newsletter_subscribers_source_length')
          where length("new"."source") > 100 and "new"."source" is not "old"."source";
          select raise(abort, 'CHECK constraint failed: newsletter_subscribers_text_version_length')
          where length("new"."text_version") > 100 and "new"."text_version" is not "old"."text_version"; end;

CREATE INDEX "newsletter_subscribers_token_hash_idx" on "newsletter_subscribers" ("token_hash");

CREATE TABLE "notification_reads" ("notification_id" integer not null,
  "user_id" text not null,
  "read_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "notification_reads_pkey" primary key ("notification_id", "user_id"),
  constraint "notification_reads_notification_id_fkey" foreign key ("notification_id") references "notifications" ("id") on delete cascade,
  constraint "notification_reads_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade) strict;

CREATE INDEX "notification_reads_user_id_idx" on "notification_reads" ("user_id");

CREATE TABLE "notifications" ("id" integer primary key autoincrement,
  "user_id" text,
  "title" text not null,
  "body" text not null,
  "stage" text,
  "publish_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "withdrawn_at" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  announced_at text constraint notifications_stage_check check ("stage" in ('PREGNANCY', 'BIRTHING', 'POSTBIRTH')),
  constraint "notifications_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade) strict;

CREATE TRIGGER "notifications_lengths_insert" before insert on "notifications"
    begin 
          select raise(abort, 'CHECK constraint failed: notifications_title_length')
          where length("new"."title") > 500;
          select raise(abort, 'CHECK constraint failed: notifications_body_length')
          where length("new"."body") > 20000; end;

CREATE TRIGGER "notifications_lengths_update"
    before update of "title", "body" on "notifications"
    begin 
          select raise(abort, 'CHECK constraint failed: notifications_title_length')
          where length("new"."title") > 500 and "new"."title" is not "old"."title";
          select raise(abort, 'CHECK constraint failed: notifications_body_length')
          where length("new"."body") > 20000 and "new"."body" is not "old"."body"; end;

CREATE TRIGGER "notifications_log_delete"
      after delete on "notifications"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'notifications',
          'DELETE',
          json_object('id', "old"."id"),
          null,
          json_object('id', "old"."id", 'user_id', "old"."user_id", 'title', "old"."title", 'body', "old"."body", 'stage', "old"."stage", 'publish_at', "old"."publish_at", 'withdrawn_at', "old"."withdrawn_at", 'created_at', "old"."created_at", 'announced_at', "old"."announced_at")
        );
      end;

CREATE TRIGGER "notifications_log_insert"
      after insert on "notifications"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'notifications',
          'INSERT',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'user_id', "new"."user_id", 'title', "new"."title", 'body', "new"."body", 'stage', "new"."stage", 'publish_at', "new"."publish_at", 'withdrawn_at', "new"."withdrawn_at", 'created_at', "new"."created_at", 'announced_at', "new"."announced_at"),
          null
        );
      end;

CREATE TRIGGER "notifications_log_update"
      after update on "notifications"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'notifications',
          'UPDATE',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'user_id', "new"."user_id", 'title', "new"."title", 'body', "new"."body", 'stage', "new"."stage", 'publish_at', "new"."publish_at", 'withdrawn_at', "new"."withdrawn_at", 'created_at', "new"."created_at", 'announced_at', "new"."announced_at"),
          json_remove(json_object('id', "old"."id", 'user_id', "old"."user_id", 'title', "old"."title", 'body', "old"."body", 'stage', "old"."stage", 'publish_at', "old"."publish_at", 'withdrawn_at', "old"."withdrawn_at", 'created_at', "old"."created_at", 'announced_at', "old"."announced_at"), iif("new"."body" is "old"."body", '$.body', '$.-'))
        );
      end;

CREATE INDEX "notifications_user_id_publish_at_idx" on "notifications" ("user_id", "publish_at");

CREATE INDEX notifications_waiting_idx on notifications (publish_at)
    where announced_at is null and publish_at > created_at;

CREATE TABLE "one_time_tokens" ("id" text not null primary key,
  "user_id" text not null,
  "kind" text not null,
  "token_hash" text not null,
  "relates_to" text not null,
  "flow_state_id" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "password_hash" text,
  "user_metadata" text,
  "play_log_consent" integer,
  constraint "one_time_tokens_token_hash_key" unique ("token_hash"),
  constraint "one_time_tokens_kind_check" check ("kind" in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')),
  constraint "one_time_tokens_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade,
  constraint "one_time_tokens_flow_state_id_fkey" foreign key ("flow_state_id") references "flow_states" ("id") on delete set null) strict;

CREATE INDEX "one_time_tokens_flow_state_id_idx" on "one_time_tokens" ("flow_state_id");

CREATE INDEX "one_time_tokens_user_id_kind_idx" on "one_time_tokens" ("user_id", "kind");

CREATE TABLE "play_counts" ("span" text not null,
  "starts" text not null,
  "content_id" integer not null,
  "plays" integer not null,
  constraint "play_counts_pkey" primary key ("span", "starts", "content_id"),
  constraint "play_counts_content_id_fkey" foreign key ("content_id") references "audio_content" ("id") on delete cascade) strict, without rowid;

CREATE INDEX "play_counts_content_id_idx" on "play_counts" ("content_id");

CREATE TABLE "play_days" ("day" text not null,
  "plays" integer not null,
  "seconds_started" integer not null,
  constraint "play_days_pkey" primary key ("day")) strict, without rowid;

CREATE TABLE "play_hours" ("month" text not null,
  "hour" integer not null,
  "plays" integer not null,
  constraint "play_hours_pkey" primary key ("month", "hour")) strict, without rowid;

CREATE TABLE "playback_positions" ("user_id" text not null,
  "content_id" integer not null,
  "position_seconds" real not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  is_playing integer not null default 0 constraint playback_positions_is_playing_check check (is_playing in (0, 1)),
  constraint "playback_positions_pkey" primary key ("user_id", "content_id"),
  constraint "playback_positions_position_seconds_check" check (position_seconds >= 0),
  constraint "playback_positions_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade,
  constraint "playback_positions_content_id_fkey" foreign key ("content_id") references "audio_content" ("id") on delete cascade) strict;

CREATE INDEX "playback_positions_content_id_idx" on "playback_positions" ("content_id");

CREATE TRIGGER "playback_positions_log_delete"
      after delete on "playback_positions"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'playback_positions',
          'DELETE',
          json_object('user_id', "old"."user_id", 'content_id', "old"."content_id"),
          null,
          json_object('user_id', "old"."user_id", 'content_id', "old"."content_id", 'position_seconds', "old"."position_seconds", 'updated_at', "old"."updated_at", 'is_playing', json(iif("old"."is_playing", 'true', 'false')))
        );
      end;

CREATE TRIGGER "playback_positions_log_insert"
      after insert on "playback_positions"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'playback_positions',
          'INSERT',
          json_object('user_id', "new"."user_id", 'content_id', "new"."content_id"),
          json_object('user_id', "new"."user_id", 'content_id', "new"."content_id", 'position_seconds', "new"."position_seconds", 'updated_at', "new"."updated_at", 'is_playing', json(iif("new"."is_playing", 'true', 'false'))),
          null
        );
      end;

CREATE TRIGGER "playback_positions_log_update"
      after update on "playback_positions"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'playback_positions',
          'UPDATE',
          json_object('user_id', "new"."user_id", 'content_id', "new"."content_id"),
          json_object('user_id', "new"."user_id", 'content_id', "new"."content_id", 'position_seconds', "new"."position_seconds", 'updated_at', "new"."updated_at", 'is_playing', json(iif("new"."is_playing", 'true', 'false'))),
          json_object('user_id', "old"."user_id", 'content_id', "old"."content_id", 'position_seconds', "old"."position_seconds", 'updated_at', "old"."updated_at", 'is_playing', json(iif("old"."is_playing", 'true', 'false')))
        );
      end;

CREATE INDEX "playback_positions_user_id_updated_at_idx" on "playback_positions" ("user_id", "updated_at");

CREATE TABLE "profiles" ("id" text not null primary key,
  "username" text,
  "avatar_url" text,
  "preferences" text default '{}' not null,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "profiles_id_fkey" foreign key ("id") references "users" ("id") on delete cascade,
  constraint "profiles_preferences_check" check (json_valid("preferences"))) strict;

CREATE TRIGGER "profiles_lengths_insert" before insert on "profiles"
    begin 
          select raise(abort, 'CHECK constraint failed: profiles_username_length')
          where length("new"."username") > 200;
          select raise(abort, 'CHECK constraint failed: profiles_avatar_url_length')
          where length("new"."avatar_url") > 2000;
          select raise(abort, 'CHECK constraint failed: profiles_preferences_length')
          where length("new"."preferences") > 20000; end;

CREATE TRIGGER "profiles_lengths_update"
    before update of "username", "avatar_url", "preferences" on "profiles"
    begin 
          select raise(abort, 'CHECK constraint failed: profiles_username_length')
          where length("new"."username") > 200 and "new"."username" is not "old"."username";
          select raise(abort, 'CHECK constraint failed: profiles_avatar_url_length')
          where length("new"."avatar_url") > 2000 and "new"."avatar_url" is not "old"."avatar_url";
          select raise(abort, 'CHECK constraint failed: profiles_preferences_length')
          where length("new"."preferences") > 20000 and "new"."preferences" is not "old"."preferences"; end;

CREATE TRIGGER "profiles_log_delete"
      after delete on "profiles"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'profiles',
          'DELETE',
          json_object('id', "old"."id"),
          null,
          json_object('id', "old"."id", 'username', "old"."username", 'avatar_url', "old"."avatar_url", 'preferences', json("old"."preferences"), 'created_at', "old"."created_at", 'updated_at', "old"."updated_at")
        );
      end;

CREATE TRIGGER "profiles_log_insert"
      after insert on "profiles"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'profiles',
          'INSERT',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'username', "new"."username", 'avatar_url', "new"."avatar_url", 'preferences', json("new"."preferences"), 'created_at', "new"."created_at", 'updated_at', "new"."updated_at"),
          null
        );
      end;

CREATE TRIGGER "profiles_log_update"
      after update on "profiles"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'profiles',
          'UPDATE',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'username', "new"."username", 'avatar_url', "new"."avatar_url", 'preferences', json("new"."preferences"), 'created_at', "new"."created_at", 'updated_at', "new"."updated_at"),
          json_remove(json_object('id', "old"."id", 'username', "old"."username", 'avatar_url', "old"."avatar_url", 'preferences', json("old"."preferences"), 'created_at', "old"."created_at", 'updated_at', "old"."updated_at"), iif("new"."preferences" is "old"."preferences", '$.preferences', '$.-'))
        );
      end;

CREATE TABLE "rate_limits" ("key" text not null primary key,
  "count" integer not null,
  "window_start" text not null) strict;

CREATE INDEX "rate_limits_window_start_idx" on "rate_limits" ("window_start");

CREATE TABLE "recordings" ("path" text not null primary key,
  "state" text default 'waiting' not null,
  "bytes" integer not null,
  "codec" text,
  "bitrate" integer,
  "seconds" real,
  "loudness_lufs" real,
  "true_peak_db" real,
  "target_lufs" real,
  "levelled_path" text,
  "levelled_lufs" real,
  "levelled_peak_db" real,
  "failure" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  is_stopped integer not null default 0 constraint recordings_is_stopped_check check (is_stopped in (0, 1)),
  peaks text constraint recordings_peaks_check check (json_valid(peaks))
          constraint recordings_peaks_length check (length(peaks) <= 2000),
  "progress" real,
  "wanted_kbits" integer,
  "levelled_bytes" integer,
  "levelled_kbits" integer,
  constraint "recordings_state_check" check ("state" in ('waiting', 'measuring', 'measured', 'levelling', 'levelled', 'fits', 'silent', 'no_ffmpeg', 'failed'))) strict;

CREATE TRIGGER "recordings_lengths_insert" before insert on "recordings"
    begin 
          select raise(abort, 'CHECK constraint failed: recordings_path_length')
          where length("new"."path") > 500;
          select raise(abort, 'CHECK constraint failed: recordings_codec_length')
          where length("new"."codec") > 100;
          select raise(abort, 'CHECK constraint failed: recordings_levelled_path_length')
          where length("new"."levelled_path") > 500;
          select raise(abort, 'CHECK constraint failed: recordings_failure_length')
          where length("new"."failure") > 5000; end;

CREATE TRIGGER "recordings_lengths_update"
    before update of "path", "codec", "levelled_path", "failure" on "recordings"
    begin 
          select raise(abort, 'CHECK constraint failed: recordings_path_length')
          where length("new"."path") > 500 and "new"."path" is not "old"."path";
          select raise(abort, 'CHECK constraint failed: recordings_codec_length')
          where length("new"."codec") > 100 and "new"."codec" is not "old"."codec";
          select raise(abort, 'CHECK constraint failed: recordings_levelled_path_length')
          where length("new"."levelled_path") > 500 and "new"."levelled_path" is not "old"."levelled_path";
          select raise(abort, 'CHECK constraint failed: recordings_failure_length')
          where length("new"."failure") > 5000 and "new"."failure" is not "old"."failure"; end;

CREATE TRIGGER "recordings_log_delete"
      after delete on "recordings"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'recordings',
          'DELETE',
          json_object('path', "old"."path"),
          null,
          json_object('path', "old"."path", 'state', "old"."state", 'bytes', "old"."bytes", 'codec', "old"."codec", 'bitrate', "old"."bitrate", 'seconds', "old"."seconds", 'loudness_lufs', "old"."loudness_lufs", 'true_peak_db', "old"."true_peak_db", 'target_lufs', "old"."target_lufs", 'levelled_path', "old"."levelled_path", 'levelled_lufs', "old"."levelled_lufs", 'levelled_peak_db', "old"."levelled_peak_db", 'failure', "old"."failure", 'created_at', "old"."created_at", 'updated_at', "old"."updated_at", 'is_stopped', json(iif("old"."is_stopped", 'true', 'false')), 'progress', "old"."progress", 'peaks', json("old"."peaks"), 'wanted_kbits', "old"."wanted_kbits", 'levelled_bytes', "old"."levelled_bytes", 'levelled_kbits', "old"."levelled_kbits")
        );
      end;

CREATE TRIGGER "recordings_log_insert"
      after insert on "recordings"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'recordings',
          'INSERT',
          json_object('path', "new"."path"),
          json_object('path', "new"."path", 'state', "new"."state", 'bytes', "new"."bytes", 'codec', "new"."codec", 'bitrate', "new"."bitrate", 'seconds', "new"."seconds", 'loudness_lufs', "new"."loudness_lufs", 'true_peak_db', "new"."true_peak_db", 'target_lufs', "new"."target_lufs", 'levelled_path', "new"."levelled_path", 'levelled_lufs', "new"."levelled_lufs", 'levelled_peak_db', "new"."levelled_peak_db", 'failure', "new"."failure", 'created_at', "new"."created_at", 'updated_at', "new"."updated_at", 'is_stopped', json(iif("new"."is_stopped", 'true', 'false')), 'progress', "new"."progress", 'peaks', json("new"."peaks"), 'wanted_kbits', "new"."wanted_kbits", 'levelled_bytes', "new"."levelled_bytes", 'levelled_kbits', "new"."levelled_kbits"),
          null
        );
      end;

CREATE TRIGGER "recordings_log_update"
      after update on "recordings"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'recordings',
          'UPDATE',
          json_object('path', "new"."path"),
          json_object('path', "new"."path", 'state', "new"."state", 'bytes', "new"."bytes", 'codec', "new"."codec", 'bitrate', "new"."bitrate", 'seconds', "new"."seconds", 'loudness_lufs', "new"."loudness_lufs", 'true_peak_db', "new"."true_peak_db", 'target_lufs', "new"."target_lufs", 'levelled_path', "new"."levelled_path", 'levelled_lufs', "new"."levelled_lufs", 'levelled_peak_db', "new"."levelled_peak_db", 'failure', "new"."failure", 'created_at', "new"."created_at", 'updated_at', "new"."updated_at", 'is_stopped', json(iif("new"."is_stopped", 'true', 'false')), 'progress', "new"."progress", 'peaks', json("new"."peaks"), 'wanted_kbits', "new"."wanted_kbits", 'levelled_bytes', "new"."levelled_bytes", 'levelled_kbits', "new"."levelled_kbits"),
          json_remove(json_object('path', "old"."path", 'state', "old"."state", 'bytes', "old"."bytes", 'codec', "old"."codec", 'bitrate', "old"."bitrate", 'seconds', "old"."seconds", 'loudness_lufs', "old"."loudness_lufs", 'true_peak_db', "old"."true_peak_db", 'target_lufs', "old"."target_lufs", 'levelled_path', "old"."levelled_path", 'levelled_lufs', "old"."levelled_lufs", 'levelled_peak_db', "old"."levelled_peak_db", 'failure', "old"."failure", 'created_at', "old"."created_at", 'updated_at', "old"."updated_at", 'is_stopped', json(iif("old"."is_stopped", 'true', 'false')), 'progress', "old"."progress", 'peaks', json("old"."peaks"), 'wanted_kbits', "old"."wanted_kbits", 'levelled_bytes', "old"."levelled_bytes", 'levelled_kbits', "old"."levelled_kbits"), iif("new"."peaks" is "old"."peaks", '$.peaks', '$.-'))
        );
      end;

CREATE TABLE "sessions" ("id" text not null primary key,
  "user_id" text not null,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "expires_at" integer not null,
  "aal" text default 'aal1' not null,
  "amr" text not null,
  "refresh_counter" integer default 0 not null,
  "refreshed_at" text,
  "device" text,
  constraint "sessions_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade,
  constraint "sessions_amr_check" check (json_valid("amr"))) strict;

CREATE INDEX "sessions_expires_at_idx" on "sessions" ("expires_at");

CREATE TRIGGER "sessions_log_ending"
        after delete on "sessions" when true
        begin
          insert into change_log (table_name, type, row_key, record, old_record)
          values ('sessions', 'DELETE', json_object('id', "old"."id"), null, json_object('id', "old"."id"));
        end;

CREATE INDEX "sessions_user_id_idx" on "sessions" ("user_id");

CREATE TABLE "settings" ("key" text not null primary key,
  "value" text not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "settings_value_check" check (json_valid("value"))) strict;

CREATE TRIGGER "settings_lengths_insert" before insert on "settings"
    begin 
          select raise(abort, 'CHECK constraint failed: settings_key_length')
          where length("new"."key") > 100;
          select raise(abort, 'CHECK constraint failed: settings_value_length')
          where length("new"."value") > 100000; end;

CREATE TRIGGER "settings_lengths_update"
    before update of "key", "value" on "settings"
    begin 
          select raise(abort, 'CHECK constraint failed: settings_key_length')
          where length("new"."key") > 100 and "new"."key" is not "old"."key";
          select raise(abort, 'CHECK constraint failed: settings_value_length')
          where length("new"."value") > 100000 and "new"."value" is not "old"."value"; end;

CREATE TRIGGER "settings_log_delete"
      after delete on "settings"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'settings',
          'DELETE',
          json_object('key', "old"."key"),
          null,
          json_object('key', "old"."key", 'value', json("old"."value"), 'updated_at', "old"."updated_at")
        );
      end;

CREATE TRIGGER "settings_log_insert"
      after insert on "settings"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'settings',
          'INSERT',
          json_object('key', "new"."key"),
          json_object('key', "new"."key", 'value', json("new"."value"), 'updated_at', "new"."updated_at"),
          null
        );
      end;

CREATE TRIGGER "settings_log_update"
      after update on "settings"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'settings',
          'UPDATE',
          json_object('key', "new"."key"),
          json_object('key', "new"."key", 'value', json("new"."value"), 'updated_at', "new"."updated_at"),
          json_object('key', "old"."key", 'value', json("old"."value"), 'updated_at', "old"."updated_at")
        );
      end;

CREATE TABLE "storage_objects" ("id" text not null primary key,
  "bucket" text not null,
  "path" text not null,
  "name" text not null,
  "owner" text,
  "content_type" text not null,
  "bytes" integer not null,
  "cache_control" text,
  "metadata" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "storage_objects_bucket_path_key" unique ("bucket", "path"),
  constraint "storage_objects_owner_fkey" foreign key ("owner") references "users" ("id") on delete cascade,
  constraint "storage_objects_path_length" check (length(path) <= 900)) strict;

CREATE INDEX "storage_objects_bucket_name_idx" on "storage_objects" ("bucket", "name");

CREATE INDEX "storage_objects_owner_idx" on "storage_objects" ("owner");

CREATE TABLE "subscriptions" ("id" integer primary key autoincrement,
  "user_id" text not null,
  "plan_type" text not null,
  "status" text default 'active' not null,
  "start_date" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "end_date" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "subscriptions_user_id_key" unique ("user_id"),
  constraint "subscriptions_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade) strict;

CREATE TRIGGER "subscriptions_lengths_insert" before insert on "subscriptions"
    begin 
          select raise(abort, 'CHECK constraint failed: subscriptions_plan_type_length')
          where length("new"."plan_type") > 100;
          select raise(abort, 'CHECK constraint failed: subscriptions_status_length')
          where length("new"."status") > 100; end;

CREATE TRIGGER "subscriptions_lengths_update"
    before update of "plan_type", "status" on "subscriptions"
    begin 
          select raise(abort, 'CHECK constraint failed: subscriptions_plan_type_length')
          where length("new"."plan_type") > 100 and "new"."plan_type" is not "old"."plan_type";
          select raise(abort, 'CHECK constraint failed: subscriptions_status_length')
          where length("new"."status") > 100 and "new"."status" is not "old"."status"; end;

CREATE TRIGGER "subscriptions_log_delete"
      after delete on "subscriptions"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'subscriptions',
          'DELETE',
          json_object('id', "old"."id"),
          null,
          json_object('id', "old"."id", 'user_id', "old"."user_id", 'plan_type', "old"."plan_type", 'status', "old"."status", 'start_date', "old"."start_date", 'end_date', "old"."end_date", 'created_at', "old"."created_at", 'updated_at', "old"."updated_at")
        );
      end;

CREATE TRIGGER "subscriptions_log_insert"
      after insert on "subscriptions"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'subscriptions',
          'INSERT',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'user_id', "new"."user_id", 'plan_type', "new"."plan_type", 'status', "new"."status", 'start_date', "new"."start_date", 'end_date', "new"."end_date", 'created_at', "new"."created_at", 'updated_at', "new"."updated_at"),
          null
        );
      end;

CREATE TRIGGER "subscriptions_log_update"
      after update on "subscriptions"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'subscriptions',
          'UPDATE',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'user_id', "new"."user_id", 'plan_type', "new"."plan_type", 'status', "new"."status", 'start_date', "new"."start_date", 'end_date', "new"."end_date", 'created_at', "new"."created_at", 'updated_at', "new"."updated_at"),
          json_object('id', "old"."id", 'user_id', "old"."user_id", 'plan_type', "old"."plan_type", 'status', "old"."status", 'start_date', "old"."start_date", 'end_date', "old"."end_date", 'created_at', "old"."created_at", 'updated_at', "old"."updated_at")
        );
      end;

CREATE INDEX "subscriptions_status_idx" on "subscriptions" ("status", "end_date");

CREATE TABLE "support_tickets" ("id" integer primary key autoincrement,
  "user_id" text not null,
  "subject" text not null,
  "message" text not null,
  "status" text default 'open' not null,
  "answer" text,
  "answered_at" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "support_tickets_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade) strict;

CREATE TRIGGER "support_tickets_lengths_insert" before insert on "support_tickets"
    begin 
          select raise(abort, 'CHECK constraint failed: support_tickets_subject_length')
          where length("new"."subject") > 500;
          select raise(abort, 'CHECK constraint failed: support_tickets_message_length')
          where length("new"."message") > 20000;
          select raise(abort, 'CHECK constraint failed: support_tickets_status_length')
          where length("new"."status") > 100;
          select raise(abort, 'CHECK constraint failed: support_tickets_answer_length')
          where length("new"."answer") > 20000; end;

CREATE TRIGGER "support_tickets_lengths_update"
    before update of "subject", "message", "status", "answer" on "support_tickets"
    begin 
          select raise(abort, 'CHECK constraint failed: support_tickets_subject_length')
          where length("new"."subject") > 500 and "new"."subject" is not "old"."subject";
          select raise(abort, 'CHECK constraint failed: support_tickets_message_length')
          where length("new"."message") > 20000 and "new"."message" is not "old"."message";
          select raise(abort, 'CHECK constraint failed: support_tickets_status_length')
          where length("new"."status") > 100 and "new"."status" is not "old"."status";
          select raise(abort, 'CHECK constraint failed: support_tickets_answer_length')
          where length("new"."answer") > 20000 and "new"."answer" is not "old"."answer"; end;

CREATE TRIGGER "support_tickets_log_delete"
      after delete on "support_tickets"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'support_tickets',
          'DELETE',
          json_object('id', "old"."id"),
          null,
          json_object('id', "old"."id", 'user_id', "old"."user_id", 'subject', "old"."subject", 'message', "old"."message", 'status', "old"."status", 'answer', "old"."answer", 'answered_at', "old"."answered_at", 'created_at', "old"."created_at", 'updated_at', "old"."updated_at")
        );
      end;

CREATE TRIGGER "support_tickets_log_insert"
      after insert on "support_tickets"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'support_tickets',
          'INSERT',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'user_id', "new"."user_id", 'subject', "new"."subject", 'message', "new"."message", 'status', "new"."status", 'answer', "new"."answer", 'answered_at', "new"."answered_at", 'created_at', "new"."created_at", 'updated_at', "new"."updated_at"),
          null
        );
      end;

CREATE TRIGGER "support_tickets_log_update"
      after update on "support_tickets"
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          'support_tickets',
          'UPDATE',
          json_object('id', "new"."id"),
          json_object('id', "new"."id", 'user_id', "new"."user_id", 'subject', "new"."subject", 'message', "new"."message", 'status', "new"."status", 'answer', "new"."answer", 'answered_at', "new"."answered_at", 'created_at', "new"."created_at", 'updated_at', "new"."updated_at"),
          json_remove(json_object('id', "old"."id", 'user_id', "old"."user_id", 'subject', "old"."subject", 'message', "old"."message", 'status', "old"."status", 'answer', "old"."answer", 'answered_at', "old"."answered_at", 'created_at', "old"."created_at", 'updated_at', "old"."updated_at"), iif("new"."message" is "old"."message", '$.message', '$.-'), iif("new"."answer" is "old"."answer", '$.answer', '$.-'))
        );
      end;

CREATE INDEX "support_tickets_status_created_at_idx" on "support_tickets" ("status", "created_at");

CREATE INDEX "support_tickets_user_id_created_at_idx" on "support_tickets" ("user_id", "created_at");

CREATE TABLE "ticket_messages" ("id" integer primary key autoincrement,
  "ticket_id" integer not null,
  "author" text not null check ("author" in ('person', 'helpdesk')),
  "text" text not null,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  mail_key text constraint ticket_messages_mail_key_length check (length(mail_key) <= 64),
  constraint "ticket_messages_text_length" check (length(text) <= 20000),
  constraint "ticket_messages_ticket_id_fkey" foreign key ("ticket_id") references "support_tickets" ("id") on delete cascade) strict;

CREATE UNIQUE INDEX "ticket_messages_mail_key_idx" on "ticket_messages" ("mail_key");

CREATE INDEX "ticket_messages_ticket_id_idx" on "ticket_messages" ("ticket_id");

CREATE TABLE "tombstones" ("kind" text not null,
  "subject_hash" text not null,
  "erased_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "tombstones_pkey" primary key ("kind", "subject_hash")) strict;

CREATE TABLE "track_files" ("path" text not null,
  "track_id" integer not null,
  "is_premium" integer not null,
  constraint "track_files_pkey" primary key ("path", "track_id"),
  constraint "track_files_is_premium_check" check ("is_premium" in (0, 1))) strict;

CREATE INDEX "track_files_track_id_idx" on "track_files" ("track_id");

CREATE TABLE "user_activity" ("id" integer primary key autoincrement,
  "user_id" text not null,
  "content_id" integer not null,
  "action_type" text not null,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  constraint "user_activity_action_type_check" check ("action_type" in ('play')),
  constraint "user_activity_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade,
  constraint "user_activity_content_id_fkey" foreign key ("content_id") references "audio_content" ("id") on delete cascade) strict;

CREATE INDEX "user_activity_content_id_created_at_idx" on "user_activity" ("content_id", "created_at");

CREATE TRIGGER user_activity_count_hour after insert on user_activity
      begin 
    insert into play_hours (month, hour, plays)
    values (substr(new.created_at, 1, 7), cast(substr(new.created_at, 12, 2) as integer), 1)
    on conflict (month, hour) do update set plays = play_hours.plays + 1; end;

CREATE TRIGGER user_activity_count_play after insert on user_activity
      begin 
      insert into play_days (day, plays, seconds_started)
      values (substr("new"."created_at", 1, 10), 1, (select duration from audio_content where id = new.content_id))
      on conflict (day) do update set plays = play_days.plays + 1,
        seconds_started = play_days.seconds_started + excluded.seconds_started;
      insert into play_counts (span, starts, content_id, plays)
      values ('day', substr(substr("new"."created_at", 1, 10), 1, 10), new.content_id, 1)
      on conflict (span, starts, content_id) do update set plays = play_counts.plays + 1;
      insert into play_counts (span, starts, content_id, plays)
      values ('month', substr(substr("new"."created_at", 1, 10), 1, 7), new.content_id, 1)
      on conflict (span, starts, content_id) do update set plays = play_counts.plays + 1; end;

CREATE INDEX "user_activity_created_at_idx" on "user_activity" ("created_at");

CREATE TRIGGER "user_activity_lengths_insert" before insert on "user_activity"
    begin 
          select raise(abort, 'CHECK constraint failed: user_activity_action_type_length')
          where length("new"."action_type") > 100; end;

CREATE TRIGGER "user_activity_lengths_update"
    before update of "action_type" on "user_activity"
    begin 
          select raise(abort, 'CHECK constraint failed: user_activity_action_type_length')
          where length("new"."action_type") > 100 and "new"."action_type" is not "old"."action_type"; end;

CREATE INDEX "user_activity_user_id_created_at_idx" on "user_activity" ("user_id", "created_at");

CREATE TABLE "users" ("id" text not null primary key,
  "email" text not null,
  "password_hash" text,
  "email_confirmed_at" text,
  "invited_at" text,
  "confirmation_sent_at" text,
  "recovery_sent_at" text,
  "email_change" text,
  "email_change_sent_at" text,
  "email_change_accepted" text,
  "last_sign_in_at" text,
  "banned_until" text,
  "user_metadata" text default '{}' not null,
  "app_metadata" text default '{}' not null,
  "identity_id" text not null,
  "identity_data" text default '{}' not null,
  "reauthentication_sent_at" text,
  "created_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "updated_at" text default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) not null,
  "email_proved_at" text,
  constraint "users_email_key" unique ("email"),
  constraint "users_user_metadata_check" check (json_valid("user_metadata")),
  constraint "users_app_metadata_check" check (json_valid("app_metadata")),
  constraint "users_identity_data_check" check (json_valid("identity_data"))) strict;

CREATE INDEX "users_created_at_idx" on "users" ("created_at", "id");

CREATE TRIGGER "users_log_ending"
        after update of banned_until on "users" when new.banned_until is not null and new.banned_until is distinct from old.banned_until
        begin
          insert into change_log (table_name, type, row_key, record, old_record)
          values ('users', 'DELETE', json_object('id', "new"."id"), null, json_object('id', "new"."id"));
        end;

CREATE TABLE "waiting_mails" ("id" text not null primary key,
  "sealed" text not null,
  "tries" integer not null,
  "holder" text not null,
  "held_until" text not null) strict;

CREATE INDEX "waiting_mails_held_until_idx" on "waiting_mails" ("held_until");
