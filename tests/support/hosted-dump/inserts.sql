--
-- PostgreSQL database dump
--

\restrict GFDkpkBMWeYElxtxoHV7XJ4Cv46fBYAAPQp24rjWWnU9Bml2AjniVqY7HJ4TMhf

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Data for Name: audit_log_entries; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."audit_log_entries" ("id", "payload", "ip_address") VALUES
	('77777777-7777-4777-8777-777777777777', '{"action": 
  "login"}', '');


--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."users" ("instance_id", "id", "aud", "role", "email", "encrypted_password", "email_confirmed_at", "last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data", "is_super_admin", "created_at", "updated_at", "phone", "banned_until", "deleted_at", "is_anonymous") VALUES
	('00000000-0000-0000-0000-000000000000', '11111111-1111-4111-8111-111111111111', 'authenticated', 'authenticated', 'Ruth@Example.com', '$2y$10$B0ROyUoFlWV78VF/IzTEQ.aFX4tOLqOhhoZlBBcUpEp/594OVb3B6', '2025-03-01 10:00:00.123456+00', NULL, '{"provider": "email", "providers": ["email"]}', '{"name": "Ruth \"of Moab\" \\ 😴\n\tזאת", "email_verified": true}', NULL, '2025-03-01 09:00:00+00', '2025-03-01 09:00:00+00', NULL, NULL, NULL, false),
	(NULL, '22222222-2222-4222-8222-222222222222', 'authenticated', 'authenticated', 'naomi@example.com', NULL, '2025-03-01 04:30:00+00', NULL, '{"provider": "google"}', '{}', NULL, '2025-03-01 09:00:00+00', '2025-03-01 09:00:00+00', NULL, NULL, NULL, false),
	(NULL, '33333333-3333-4333-8333-333333333333', 'authenticated', 'authenticated', NULL, '', NULL, NULL, '{}', '{}', NULL, '2026-11-23 18:26:28.838151+00', '2026-11-23 18:26:28.838151+00', '44', NULL, NULL, false),
	(NULL, '44444444-4444-4444-8444-444444444444', 'authenticated', 'authenticated', 'orpah@example.com', '', NULL, NULL, '{}', '{}', NULL, '2026-11-23 18:26:28.838151+00', '2026-11-23 18:26:28.838151+00', NULL, NULL, '2026-11-23 18:26:28.838151+00', false);


--
-- Data for Name: identities; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."identities" ("provider_id", "user_id", "identity_data", "provider", "last_sign_in_at", "created_at", "id") VALUES
	('11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111', '{"sub": "11111111-1111-4111-8111-111111111111", "email": "ruth@example.com"}', 'email', NULL, NULL, '55555555-5555-4555-8555-555555555555'),
	('1077', '22222222-2222-4222-8222-222222222222', '{"sub": "1077"}', 'google', NULL, NULL, '66666666-6666-4666-8666-666666666666');


--
-- Data for Name: Odd "name", with (signs); Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."Odd ""name"", with (signs)" ("bytes", "note") VALUES
	('\x00ff5c0a27', 'a\b	c
COPY public.favorites (user_id) FROM stdin;
');


--
-- Data for Name: audio_content; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."audio_content" ("id", "title", "description", "category", "duration", "audio_url", "image_url", "enabled", "is_premium", "mood", "created_at") VALUES
	(1, 'Morning Prayer', 'Begin.
Then	rest \ “so”; it''s
\Nv \. ', 'PREGNANCY', 3, 'http://127.0.0.1:9/storage/v1/object/public/tracks/morning%20prayer.mp3', NULL, true, true, 'calm', '2026-11-23 18:26:28.847894+00'),
	(2, 'Lost', NULL, 'BIRTHING', 60, 'http://127.0.0.1:9/storage/v1/object/public/tracks/lost.mp3', NULL, true, false, NULL, '2026-11-23 18:26:28.847894+00'),
	(3, 'Other', '\N', 'GARDENING', 60, NULL, NULL, false, NULL, NULL, '2026-11-23 18:26:28.847894+00');


--
-- Data for Name: favorites; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."favorites" ("id", "user_id", "content_id", "created_at") VALUES
	('714560da-798d-42ac-b35b-ad50cd7e0695', '11111111-1111-4111-8111-111111111111', 1, '2025-03-02 12:00:00+00'),
	('82cb2c90-5bf0-4117-a8e1-767bbd44b62a', '44444444-4444-4444-8444-444444444444', 1, '2026-11-23 18:26:28.85168+00');


--
-- Data for Name: profiles; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."profiles" ("id", "username", "avatar_url", "preferences") VALUES
	('11111111-1111-4111-8111-111111111111', 'ruth
\.', NULL, '{"theme": "dark"}');


--
-- Data for Name: subscriptions; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."subscriptions" ("id", "user_id", "plan_type", "status", "start_date", "end_date", "created_at") VALUES
	('fdeec8f3-c3f1-4662-b1f3-d88b42164d23', '11111111-1111-4111-8111-111111111111', 'Lifetime', 'active', '2025-03-02 09:00:00+00', NULL, '2025-03-02 09:00:00+00');


--
-- Data for Name: support_tickets; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."support_tickets" ("id", "user_id", "subject", "message", "status", "created_at") VALUES
	('feb72ba3-3b92-46de-b736-330b93363b61', '11111111-1111-4111-8111-111111111111', 'Sound', 'None
-- PostgreSQL database dump complete
', 'open', '2025-03-03 09:00:00+00');


--
-- Data for Name: user_activity; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Data for Name: objects; Type: TABLE DATA; Schema: storage; Owner: postgres
--

INSERT INTO "storage"."objects" ("id", "bucket_id", "name", "metadata") VALUES
	('7c8974e1-a482-49a3-8020-71bc369d5cbf', 'tracks', 'morning prayer.mp3', '{"size": 3}'),
	('dca93e2e-cfeb-410a-9c07-5406ada5c1cf', 'covers', 'a/dawn.png', NULL);


--
-- Name: audio_content_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('"public"."audio_content_id_seq"', 1, false);


--
-- PostgreSQL database dump complete
--

\unrestrict GFDkpkBMWeYElxtxoHV7XJ4Cv46fBYAAPQp24rjWWnU9Bml2AjniVqY7HJ4TMhf

