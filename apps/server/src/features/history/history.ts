import * as contract from '@fieldhouse/contract/history/administration'
import { excludeFromRecords } from '@fieldhouse/contract/history/administration'
import { compareOwners, getHistory, getOwner, listOwnerPairs } from '@fieldhouse/contract/history/history'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { getGame } from '@fieldhouse/contract/seasons/seasons'
import { type AccountSeason, suggestIdentities } from '@fieldhouse/domain/history/identities'
import { buildOwnerPage } from '@fieldhouse/domain/history/owner-page'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { PlayedGame } from '@fieldhouse/domain/history/played-games'
import { findConflictingFields } from '@fieldhouse/domain/league/edit-conflicts'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { type Call, operation } from '../../http/operation.ts'
import { presentLineup } from '../../http/present-roster.ts'
import { type AuditedChange, findLastChange } from '../../repositories/audit.ts'
import {
  changeLeague,
  type LeagueEvent,
  type LeagueRequest,
  recordEvent,
} from '../../repositories/change-league.ts'
import type { LeagueSeasons } from '../../repositories/league.ts'
import { findLeagueImport } from '../../repositories/league-sources.ts'
import {
  presentComparison,
  presentGame,
  presentHistory,
  presentOwner,
  presentOwnerPicture,
  presentPairs,
  readPictures,
  requireOwner,
} from './read-history.ts'

export const history = [
  operation(getHistory, async ({ ctx, league: { id }, request }) => {
    const league = await ctx.leagues.seasons(id)
    const pictures = await readPictures(ctx, league)
    request.revalidate = pictures.areCurrent
    return presentHistory(league, pictures, await findLeagueImport(ctx.db, id))
  }),

  operation(compareOwners, async ({ ctx, league: { id }, query }) => {
    const league = await ctx.leagues.seasons(id)
    const [a, b] = [requireOwner(league, query.a), requireOwner(league, query.b)]
    if (a === b) throw new ApiError('same_owner')
    return presentComparison(league.history(), a, b)
  }),

  operation(listOwnerPairs, async ({ ctx, league: { id } }) =>
    presentPairs((await ctx.leagues.seasons(id)).history()),
  ),

  operation(getOwner, async ({ ctx, league: { id }, params }) => {
    const league = await ctx.leagues.seasons(id)
    const page = buildOwnerPage(league.history(), requireOwner(league, params.owner))
    return presentOwner(page, (await readPictures(ctx, league)).owners)
  }),

  operation(getGame, async ({ ctx, league: { id }, params: { season, game: gameId } }) => {
    const league = await ctx.leagues.seasons(id)
    const { games, records } = league.history()
    const game = games.find((played) => played.season === season && played.gameId === gameId)
    if (game === undefined) throw new ApiError('game_not_found')
    const { owners } = await readPictures(ctx, league)
    return presentGame(game, records, owners, await readLineups(ctx, id, game))
  }),

  operation(excludeFromRecords, async (call) => {
    const { season, reason, expected } = call.body
    const leagueId = call.league.id
    await changeHistory(call, 'records', async ({ transaction, now, audit }) => {
      const stored = await transaction
        .selectFrom('seasons')
        .leftJoin('record_exclusions as exclusion', (join) =>
          join
            .onRef('exclusion.league_id', '=', 'seasons.league_id')
            .onRef('exclusion.season', '=', 'seasons.season'),
        )
        .select('exclusion.reason')
        .where((eb) => eb.and({ 'seasons.league_id': leagueId, 'seasons.season': season }))
        .executeTakeFirstOrThrow(() => new ApiError('season_not_found'))
      if (findConflictingFields(stored, { saved: { reason }, expected }).length > 0) {
        const isOfSeason = (detail: Record<string, unknown>) => detail['season'] === season
        const change = await findLastChange(transaction, leagueId, 'season.exclude', isOfSeason)
        throw new ApiError('edit_conflict', { newer: { reason: { value: stored.reason, ...change } } })
      }
      await transaction
        .deleteFrom('record_exclusions')
        .where((eb) => eb.and({ league_id: leagueId, season }))
        .execute()
      if (reason !== null)
        await transaction
          .insertInto('record_exclusions')
          .values({ league_id: leagueId, season, reason, excluded_at: now.getTime() })
          .execute()
      await audit('season.exclude', { season, reason })
    })
    return {
      message:
        reason === null
          ? `The ${season} season counts toward league records again.`
          : `The ${season} season is excluded from league records.`,
    }
  }),
]

async function readLineups(
  { archive }: Pick<Context, 'archive'>,
  leagueId: number,
  { season, weeks, home, away }: PlayedGame,
) {
  const weekLineups = await Promise.all(
    weeks.map(async (week) => {
      const lineups = await archive.listLineups(leagueId, season, week)
      return {
        week,
        home: presentLineup(lineups, home.team.teamId),
        away: presentLineup(lineups, away.team.teamId),
      }
    }),
  )
  return weekLineups.filter((week) => week.home !== null || week.away !== null)
}

/** Changes the history of a league, like `changeLeague`, and tells the open pages which part of it. */
export function changeHistory<Result>(
  call: LeagueRequest,
  part: Extract<LeagueEvent, { name: 'history' }>['data']['change'],
  change: (change: AuditedChange) => Promise<Result>,
): Promise<Result> {
  return changeLeague(call, async (each) => {
    const result = await change(each)
    const event: LeagueEvent = { name: 'history', data: { change: part } }
    await recordEvent(each.transaction, call.league.id, event, each.now)
    return result
  })
}

type Person = ResponseOf<typeof contract.listOwnerMerges>['people'][number]

const UNKNOWN_OWNER = 'Unknown owner'

export const people = [
  operation(contract.listOwnerMerges, async ({ ctx, league: { id } }) => {
    const league = await ctx.leagues.seasons(id)
    const [merges, evidence, pictures] = await Promise.all([
      listMerges(ctx.db, id),
      readEvidence(ctx.db, league),
      readPictures(ctx, league),
    ])
    const { owners } = league.history()
    return {
      merges: merges.map((merge) => presentMerge(merge, owners)),
      suggestions: suggestIdentities(owners, evidence).map(({ owner, into, ...suggestion }) => ({
        owner: owner.name,
        into: into.name,
        ...suggestion,
      })),
      people: presentPeople(league, pictures.owners, merges, evidence.seasons),
    }
  }),

  operation(contract.mergeOwners, async (call) => {
    const [pair] = await merge(call, [call.body])
    return { message: `Merged ${pair?.owner.name} into ${pair?.into.name}.` }
  }),

  operation(contract.mergeAllOwners, async (call) => {
    const pairs = await merge(call, call.body.merges)
    return { message: `Merged ${pluralize(pairs.length, 'pair')} of owners.` }
  }),

  operation(contract.undoOwnerMerge, async (call) => {
    const { ctx, league, params } = call
    const merge = (await listMerges(ctx.db, league.id)).find(({ id }) => id === params.id)
    if (merge === undefined) throw mergeNotFound()
    const { owners } = (await ctx.leagues.seasons(league.id)).history()
    const { owner: from, alias: owner } = presentMerge(merge, owners)
    await changeHistory(call, 'owners', async ({ transaction, audit }) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('owner_merges')
        .where((eb) => eb.and({ league_id: league.id, id: merge.id }))
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw mergeNotFound()
      await audit('owner.undo_merge', { owner, from })
    })
    return { message: 'Merge undone. They are separate owners again.' }
  }),
]

type StoredMerge = Awaited<ReturnType<typeof listMerges>>[number]

/** Newest first. */
async function listMerges(db: Db, leagueId: number) {
  const rows = await db
    .selectFrom('owner_merges')
    .select(['id', 'member_id as memberId', 'person_id as personId', 'merged_at'])
    .where('league_id', '=', leagueId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ merged_at, ...merge }) => ({ ...merge, mergedAt: new Date(merged_at) }))
}

/** Merges all pairs or none. Merges cannot be chained. */
async function merge(
  call: Call<typeof contract.mergeOwners> | Call<typeof contract.mergeAllOwners>,
  named: readonly { owner: string; into: string }[],
) {
  const league = await call.ctx.leagues.seasons(call.league.id)
  const pairs = named.map((pair) => {
    const [owner, into] = [requireOwner(league, pair.owner), requireOwner(league, pair.into)]
    if (owner === into) throw new ApiError('same_owner')
    return { owner, into }
  })
  await changeHistory(call, 'owners', async ({ transaction, now, audit }) => {
    const merges: { memberId: string; personId: string }[] = await listMerges(transaction, league.id)
    for (const { owner, into } of pairs) {
      if (merges.some(({ personId }) => personId === owner.id)) throw new ApiError('owner_has_merges')
      // A concurrent request has merged one of the two.
      if (merges.some(({ memberId }) => [owner.id, into.id].includes(memberId)))
        throw new ApiError('owner_not_found')
      merges.push({ memberId: owner.id, personId: into.id })
    }
    for (const { owner, into } of pairs) {
      const merged = { member_id: owner.id, person_id: into.id, merged_at: now.getTime() }
      await transaction
        .insertInto('owner_merges')
        .values({ league_id: league.id, ...merged })
        .execute()
      await audit('owner.merge', { owner: owner.name, into: into.name })
    }
  })
  return pairs
}

const mergeNotFound = () => new ApiError('item_not_found', { message: 'That merge was already undone.' })

/** Includes accounts without stored seasons, so that their merges can still be undone. */
function presentMerge({ id, memberId, personId, mergedAt }: StoredMerge, owners: readonly Owner[]) {
  const owner = owners.find(({ id: ownerId }) => ownerId === personId)
  const alias = owners.flatMap(({ accounts }) => accounts).find((account) => account.memberId === memberId)
  return {
    id,
    owner: owner?.name ?? UNKNOWN_OWNER,
    alias: alias?.names[0] ?? UNKNOWN_OWNER,
    alias_seasons: alias?.seasons ?? [],
    merged_at: mergedAt.toISOString(),
  }
}

function presentPeople(
  league: LeagueSeasons,
  pictures: ReadonlyMap<Owner, string>,
  merges: readonly StoredMerge[],
  seasons: readonly AccountSeason[],
): Person[] {
  const { owners, colors, seasons: ranked } = league.history()
  const newestFirst = ranked.toReversed().flatMap(({ teams }) => teams)
  const mergeIds = new Map(merges.map(({ memberId, id }) => [memberId, id]))
  const owned = Map.groupBy(
    seasons.filter(({ isPrimary }) => isPrimary),
    ({ memberId }) => memberId,
  )
  return owners.map((owner) => ({
    ...presentOwnerPicture(owner, pictures),
    color: colors.get(owner) ?? null,
    logo: newestFirst.find((team) => team.owner === owner)?.team.logo ?? null,
    accounts: owner.accounts
      .toSorted((a, b) => (a.seasons[0] ?? 0) - (b.seasons[0] ?? 0))
      .map(({ names, seasons: ofAccount, memberId }) => {
        const latest = owned.get(memberId)?.at(-1)
        return {
          name: names[0] ?? UNKNOWN_OWNER,
          provider: latest?.provider ?? null,
          seasons: ofAccount,
          team: latest?.team ?? '',
          co_owners: [...(latest?.coOwners ?? [])],
          merge_id: mergeIds.get(memberId) ?? null,
        }
      }),
  }))
}

/** Assignments of teams, which the activity log keeps after a user has got another one. */
const ASSIGNING_ACTIONS = ['league.assign-team', 'league.approve-request', 'league.use-invite'] as const
/** Older entries are not read. A league with twelve teams makes a few dozen a year. */
const MAX_ENTRIES = 1000

const Assignment = z.object({
  team_id: z.int(),
  /** Absent from entries of release 0.1.0. */
  season: z.int().optional(),
  /** Absent when the user has claimed the team. */
  username: z.string().nullable().optional(),
})

type TeamUser = { teamId: number; season: number; username: string }

async function readEvidence(db: Db, league: LeagueSeasons) {
  const seasons = listOwnedSeasons(league)
  const current = await listCurrentUsers(db, league.id)
  const teamUsers = withoutCorrected([...current, ...(await listFormerUsers(db, league))])
  const users = new Map<string, Set<string>>()
  for (const { teamId, season, username } of teamUsers) {
    const team = seasons.find((each) => each.isPrimary && each.teamId === teamId && each.season === season)
    if (team !== undefined) users.set(team.memberId, (users.get(team.memberId) ?? new Set()).add(username))
  }
  return { seasons, users }
}

/** Without the assignments of a season that a later one of the same user or team has replaced. Newest first. */
function withoutCorrected(teamUsers: readonly TeamUser[]): TeamUser[] {
  const seen = new Set<string>()
  return teamUsers.filter(({ season, teamId, username }) => {
    const keys = [`${season} user ${username}`, `${season} team ${teamId}`]
    const isCorrected = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return !isCorrected
  })
}

function listOwnedSeasons({ seasons }: LeagueSeasons) {
  return seasons.flatMap(({ season, provider, teams, members }) => {
    const accounts = new Map(members.map((member) => [member.memberId, member]))
    return teams.flatMap(({ teamId, name, ownerIds }) =>
      ownerIds.map((memberId, position) => ({
        memberId,
        season,
        teamId,
        team: name,
        provider,
        isPrimary: position === 0,
        isCommissioner: accounts.get(memberId)?.isManager === true,
        coOwners: ownerIds.flatMap((id) => (id === memberId ? [] : (accounts.get(id)?.name ?? []))),
      })),
    )
  })
}

async function listCurrentUsers(db: Db, leagueId: number): Promise<TeamUser[]> {
  const rows = await db
    .selectFrom('team_assignments')
    .innerJoin('users', 'users.id', 'team_assignments.user_id')
    .select(['team_id as teamId', 'season', 'users.username'])
    .where('league_id', '=', leagueId)
    .execute()
  return rows.flatMap(({ season, ...row }) => (season === null ? [] : [{ ...row, season }]))
}

async function listFormerUsers(db: Db, { id: leagueId, seasons }: LeagueSeasons): Promise<TeamUser[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_name', 'detail'])
    .where('league_id', '=', leagueId)
    .where('action', 'in', ASSIGNING_ACTIONS)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return entries.flatMap(({ at, actor_name, detail }) => {
    const assignment = Assignment.safeParse(JSON.parse(detail))
    if (!assignment.success || assignment.data.username === null) return []
    const { team_id: teamId, username = actor_name } = assignment.data
    const season =
      assignment.data.season ??
      seasons.findLast((each) => each.season <= seasonAt(new Date(at)))?.season ??
      null
    return season === null ? [] : [{ teamId, season, username }]
  })
}
