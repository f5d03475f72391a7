import { gamesById } from '@fieldhouse/domain/seasons/season-views'
import { startSession } from '../../../apps/server/src/auth/session-store.ts'
import type { Db } from '../../../apps/server/src/database/engine/database.ts'
import {
  findSeason,
  type StoredSeason,
} from '../../../apps/server/src/repositories/season-documents/stored-seasons.ts'
import { parseLineupRow } from '../../../apps/server/src/repositories/seasons/archive-rows.ts'
import { seasonReader } from '../../../apps/server/src/repositories/seasons/season-reader.ts'

export type ScaleUser = { userId: number; username: string; name: string; token: string }

/** A league, with the IDs and users that measured requests need. */
export type ScaleLeague = {
  leagueId: number
  league: string
  season: number
  /** A game of an earlier season. */
  game: { season: number; week: number; game: number }
  /** A team of the newest season, and a player in its newest lineup. */
  roster: { team: number; player: number }
  /** The names of two owners of the newest season. */
  owners: [string, string]
  post: number
  proposal: number
  option: number
  /** An admin of the league. */
  commissioner: ScaleUser
  /** A player with a team. */
  player: ScaleUser
  /** A player of another league. */
  stranger: ScaleUser
  /** The site admin. */
  site: ScaleUser
}

/** Returns `count` leagues, spread evenly over all leagues. */
export async function sampleLeagues(db: Db, count: number, now: Date): Promise<ScaleLeague[]> {
  const allIds = (await db.selectFrom('leagues').select('id').orderBy('id').execute()).map(({ id }) => id)
  const step = Math.max(1, Math.floor((allIds.length - 1) / count))
  // Skips the first league, whose commissioner is the site admin.
  const leagueIds = Array.from({ length: count }, (_, index) => allIds[1 + index * step] ?? 0)
  const site = await signInMember(db, allIds[0] ?? 0, 'admin', now)
  const leagues: ScaleLeague[] = []
  for (const [index, leagueId] of leagueIds.entries()) {
    const otherLeagueId = leagueIds.at(index - 1) ?? leagueId
    leagues.push({ ...(await loadLeague(db, leagueId, otherLeagueId, now)), site })
  }
  return leagues
}

async function loadLeague(
  db: Db,
  leagueId: number,
  otherLeagueId: number,
  now: Date,
): Promise<Omit<ScaleLeague, 'site'>> {
  const { name } = await db
    .selectFrom('leagues')
    .select('name')
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
  const [newest, previous] = await seasonReader(db).listSeasons(leagueId)
  if (newest === undefined || previous === undefined) throw new Error(`${name} has no past season`)
  const [game] = gamesById(await loadSeason(db, leagueId, previous))
  if (game === undefined) throw new Error(`${name} has no past game`)
  const lineup = await db
    .selectFrom('lineups')
    .selectAll()
    .where('league_id', '=', leagueId)
    .where('season', '=', newest)
    .orderBy('week', 'desc')
    .orderBy('team_id')
    .executeTakeFirstOrThrow()
  const [first, second] = (await loadSeason(db, leagueId, newest)).members
  const { id: post } = await db
    .selectFrom('feed_items')
    .select('id')
    .where('league_id', '=', leagueId)
    .where('type', '=', 'post')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { id: proposal, option } = await db
    .selectFrom('feed_items')
    .innerJoin('feed_proposals', 'feed_proposals.item_id', 'feed_items.id')
    .innerJoin('proposal_options', 'proposal_options.proposal_id', 'feed_items.id')
    .select(['feed_items.id', 'proposal_options.id as option'])
    .where('league_id', '=', leagueId)
    .where('ballot_key', 'is', null)
    .where((eb) => eb.or([eb('closes_at', 'is', null), eb('closes_at', '>', now.getTime())]))
    .orderBy('feed_items.id', 'desc')
    .executeTakeFirstOrThrow()
  return {
    leagueId,
    league: name,
    season: newest,
    game: { season: previous, week: game.period, game: game.gameId },
    roster: { team: lineup.team_id, player: parseLineupRow(lineup).entries[0]?.playerId ?? 0 },
    owners: [first?.name ?? '', second?.name ?? ''],
    post,
    proposal,
    option,
    commissioner: await signInMember(db, leagueId, 'admin', now),
    player: await signInMember(db, leagueId, 'player', now),
    stranger: await signInMember(db, otherLeagueId, 'player', now),
  }
}

async function loadSeason(db: Db, leagueId: number, year: number): Promise<StoredSeason> {
  const season = await findSeason(db, leagueId, year)
  if (season === null) throw new Error(`season ${year} is not stored`)
  return season
}

/** Starts a new session, because only the hashes of session tokens are stored. */
async function signInMember(
  db: Db,
  leagueId: number,
  role: 'admin' | 'player',
  now: Date,
): Promise<ScaleUser> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('team_assignments as team', (join) =>
      join
        .onRef('team.league_id', '=', 'memberships.league_id')
        .onRef('team.user_id', '=', 'memberships.user_id'),
    )
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.username', 'users.first_name', 'users.last_name'])
    .where('memberships.league_id', '=', leagueId)
    .where('memberships.role', '=', role)
    .orderBy('users.id')
    .executeTakeFirstOrThrow()
  const token = await startSession(db, { userId: row.id, userAgent: null, address: null, now })
  return { userId: row.id, username: row.username, name: `${row.first_name} ${row.last_name}`, token }
}

/** Starts a session for a player of each of the first `count` leagues. */
export async function signInPlayers(
  db: Db,
  count: number,
  now: Date,
): Promise<{ league: string; token: string }[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select(({ fn }) => ['leagues.name', fn.min('memberships.user_id').as('user_id')])
    .where('role', '=', 'player')
    .groupBy(['memberships.league_id', 'leagues.name'])
    .orderBy('memberships.league_id')
    .limit(count)
    .execute()
  const readers = []
  for (const { name, user_id: userId } of rows)
    readers.push({
      league: name,
      token: await startSession(db, { userId, userAgent: null, address: null, now }),
    })
  return readers
}
