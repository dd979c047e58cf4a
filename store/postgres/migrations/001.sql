-- Texts sort by their bytes, as keys do in a bbolt file. A record is unchanged JSON. The other
-- columns serve indexes and conditions.

create table arcade (
	version int not null,
	secret  bytea not null,
	ended   bigint not null -- number of ended matches that were kept: Match.Nth of the last one
);

create table players (
	id       text collate "C" primary key,
	name_key text collate "C" not null constraint players_name unique,
	revision bigint not null,
	record   json not null
);

create table keys (
	fingerprint text collate "C" constraint keys_taken primary key,
	player      text collate "C" not null
);
create index keys_player on keys (player);

-- An append changes only the column entries. A page keeps some room for that.
create table matches (
	id       text collate "C" constraint matches_taken primary key,
	game     text collate "C" not null,
	status   text not null,
	public   boolean not null,
	invited  text collate "C" not null,
	created  bigint not null,
	ended    bigint not null,
	entries  bigint not null default 0, -- length of the log
	nth      bigint not null default 0,
	keeper   text collate "C" not null default '',
	epoch    bigint not null default 0,
	record   json not null
) with (fillfactor = 70);
create index matches_unfinished on matches (created, id) where status <> 'done';
create index matches_invited on matches (invited) where status <> 'done' and invited <> '';
create index matches_recent on matches (ended, id) where status = 'done' and public;
create index matches_recent_of on matches (game, ended, id) where status = 'done' and public;

-- A player's matches, in order.
create table seats (
	player  text collate "C" not null,
	created bigint not null,
	match   text collate "C" not null,
	primary key (player, created, match)
);
create index seats_match on seats (match);

create table log (
	match text collate "C" not null,
	n     bigint not null,
	entry json not null,
	primary key (match, n)
);

create table ratings (
	game     text collate "C" not null,
	player   text collate "C" not null,
	rating   double precision not null,
	unlisted boolean not null,
	record   json not null,
	primary key (game, player)
);
create index ratings_board on ratings (game, rating desc, player) where not unlisted;
create index ratings_player on ratings (player);

create table standings (
	player   text collate "C" not null,
	game     text collate "C" not null,
	revision bigint not null,
	primary key (player, game)
);

create table tallies (
	player text collate "C" not null,
	game   text collate "C" not null,
	won    bigint not null,
	lost   bigint not null,
	drawn  bigint not null,
	primary key (player, game)
);

create table versus (
	player   text collate "C" not null,
	game     text collate "C" not null,
	opponent text collate "C" not null,
	at       bigint not null,
	record   json not null,
	primary key (player, game, opponent)
);
create index versus_latest on versus (player, at, game, opponent);
create index versus_opponent on versus (opponent);

-- Results that a player has not seen yet.
create table unseen (
	player text collate "C" not null,
	ended  bigint not null,
	match  text collate "C" not null,
	primary key (player, ended, match)
);

create table stats (
	player text collate "C" not null,
	game   text collate "C" not null,
	record json not null,
	primary key (player, game)
);

create table scores (
	board    text collate "C" not null,
	player   text collate "C" not null,
	value    double precision not null,
	tie      double precision not null,
	at       bigint not null,
	unlisted boolean not null,
	record   json not null,
	primary key (board, player)
);
create index scores_points on scores (board, value desc, tie desc, at, player) where not unlisted;
create index scores_player on scores (player, board);

create table notes (
	space  text collate "C" not null,
	key    text collate "C" not null,
	record json not null,
	primary key (space, key)
);
