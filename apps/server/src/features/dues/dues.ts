import * as contract from '@fieldhouse/contract/dues'
import { type Dues, exportDues, getDues } from '@fieldhouse/contract/dues'
import type { Operation } from '@fieldhouse/contract/operation'
import { type CsvCell, formatCsvLine } from '@fieldhouse/domain/interchange/pasted-table'
import type { AuditAction, AuditDetail } from '@fieldhouse/domain/league/audit-log'
import {
  DUES_LIMITS,
  type DuesEntryKind,
  duesAccount,
  duesPool,
  matchPayouts,
  nameOfPrize,
  type PrizeSeason,
  plannedAmount,
  prizeAwards,
  WEEK_PRIZES,
} from '@fieldhouse/domain/league/dues'
import { findConflictingFields } from '@fieldhouse/domain/league/edit-conflicts'
import { addMoney, type Cents, moneyToDecimalString, parseMoney, ZERO_CENTS } from '@fieldhouse/domain/money'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import {
  completedWeeksOf,
  gamesById,
  hasUser,
  type LeagueTeam,
  scheduleOf,
} from '@fieldhouse/domain/seasons/season-views'
import type { Db } from '../../database/engine/database.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { downloadName, sendDownload } from '../../http/file-transfers.ts'
import { type Call, operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { type AuditedChange, findLastChange } from '../../repositories/audit.ts'
import { changeLeague, recordEvent } from '../../repositories/change-league.ts'
import {
  findDues,
  isSameSetup,
  type StoredDues,
  selectEntries,
  selectPayouts,
  selectSetup,
  toCents,
  withPrizeIds,
  writeSetup,
} from './store.ts'

type LeagueCall = Pick<
  Call<Operation & { url: '/api/league/:league/dues/'; config: { access: 'member' } }>,
  'ctx' | 'league' | 'user'
>

export const dues = [
  operation(getDues, (call) => readDues(call, call.query.season)),

  operation(exportDues, async (call) => {
    const { league, query, reply } = call
    const table = await readDues(call, query.season)
    return sendDownload(reply, downloadName(league.name, `dues-${table.season}.csv`), duesTable(table))
  }),

  // A prize with a noted payout cannot be removed or become another one.
  operation(contract.saveDues, async (call) => {
    const { ctx, league, body } = call
    const { season, version, due_on: dueOn, note } = body
    if ((await ctx.leagues.get(league.id)).teams(season).length === 0) throw new ApiError('season_not_found')
    const edited = body.prizes.map((prize) => ({
      prizeId: prize.prize_id,
      kind: prize.kind,
      title: prize.kind === 'custom' ? prize.title : null,
      amount: centsOf(prize.amount),
      includesPlayoffs: WEEK_PRIZES.includes(prize.kind) && prize.includes_playoffs,
    }))
    await changeDues(call, async ({ transaction, now, record }) => {
      const stored = await selectSetup(transaction, league.id, season)
      if ((stored?.version ?? 0) !== version) throw await duesChanged(transaction, league.id, season)
      const known = new Map(stored?.prizes.map((prize) => [prize.prizeId, prize]))
      const prizes = withPrizeIds(edited, known)
      const removed = [...known.keys()].filter((id) => !prizes.some(({ prizeId }) => prizeId === id))
      const payouts = await selectPayouts(transaction, league.id, season)
      if (payouts.some(({ prizeId }) => removed.includes(prizeId))) throw new ApiError('prize_paid_out')
      const setup = { amount: centsOf(body.amount), dueOn, note, prizes }
      if (stored !== null && isSameSetup(stored, setup)) return
      await writeSetup(transaction, league.id, season, { ...setup, version: version + 1, removed }, now)
      const amount = moneyToDecimalString(setup.amount)
      await record(season, 'dues.save', { amount, prizes: prizes.length, version: version + 1 })
    })
    return readDues(call, season)
  }),

  // Nothing may be noted about it.
  operation(contract.removeDues, async (call) => {
    const { league, body } = call
    const { season, version } = body
    await changeDues(call, async ({ transaction, record }) => {
      const stored = await requireSetup(transaction, league.id, season)
      if (stored.version !== version) throw await duesChanged(transaction, league.id, season)
      const payouts = await selectPayouts(transaction, league.id, season)
      if (payouts.length > 0 || (await selectEntries(transaction, league.id, season)).length > 0)
        throw new ApiError('dues_in_use')
      await transaction
        .deleteFrom('dues_setups')
        .where((eb) => eb.and({ league_id: league.id, season }))
        .execute()
      await record(season, 'dues.save', { removed: true })
    })
    return readDues(call, season)
  }),

  operation(contract.addDuesPayment, (call) => {
    const { paid_on: paidOn, note, ...entry } = call.body
    const detail = { paid_on: paidOn }
    return addEntry(call, { ...entry, kind: 'payment', paidOn, note }, 'dues.payment', detail)
  }),

  operation(contract.addDuesAdjustment, (call) => {
    const { reason, ...entry } = call.body
    const adjustment = { ...entry, kind: 'adjustment', paidOn: null, note: reason } as const
    return addEntry(call, adjustment, 'dues.adjustment', { reason })
  }),

  operation(contract.removeDuesEntry, async (call) => {
    const { league, params } = call
    const changed = await changeDues(call, async ({ transaction, record }) => {
      const entry = await transaction
        .deleteFrom('dues_entries')
        .where((eb) => eb.and({ league_id: league.id, id: params.id }))
        .returning(['season', 'team_name', 'kind', 'amount'])
        .executeTakeFirstOrThrow(() => new ApiError('dues_entry_not_found'))
      const { season, kind, team_name: team } = entry
      const amount = moneyToDecimalString(toCents(entry.amount))
      await record(season, 'dues.remove-entry', { team, kind, amount })
      return season
    })
    return readDues(call, changed)
  }),

  // A team has at most one payout of a prize, or of a week of it.
  operation(contract.addDuesPayout, async (call) => {
    const { league, body } = call
    const { season, prize_id: prizeId, week, team_id: teamId, amount: text, paid_on } = body
    const amount = centsOf(text)
    const { teams, results } = await readSeason(call, season)
    const team = teams.find((each) => each.teamId === teamId)
    await changeDues(call, async ({ transaction, now, record }) => {
      const setup = await requireSetup(transaction, league.id, season)
      const prize = setup.prizes.find((each) => each.prizeId === prizeId)
      if (prize === undefined) throw new ApiError('prize_not_found')
      const awards = results === null ? [] : prizeAwards(prize, results)
      const winners = awards.find((award) => award.week === week)?.winners ?? []
      const isWinner = winners.some((winner) => winner.teamId === teamId && winner.share === amount)
      if (!isWinner || team === undefined) throw new ApiError('prize_changed')
      const payouts = await selectPayouts(transaction, league.id, season)
      const isNoted = payouts.some(
        (each) => each.prizeId === prizeId && each.week === week && each.teamId === teamId,
      )
      if (isNoted) throw new ApiError('prize_paid_out', { message: 'This payout is already noted.' })
      await transaction
        .insertInto('dues_payouts')
        .values({
          league_id: league.id,
          season,
          prize_id: prizeId,
          week,
          team_id: teamId,
          team_name: team.name,
          amount: Number(amount),
          paid_on,
          noted_at: now.getTime(),
        })
        .execute()
      await record(season, 'dues.payout', {
        prize: nameOfPrize(prize),
        ...(week === null ? {} : { week }),
        team: team.name,
        amount: moneyToDecimalString(amount),
        paid_on,
      })
    })
    return readDues(call, season)
  }),

  operation(contract.removeDuesPayout, async (call) => {
    const { league, params } = call
    const changed = await changeDues(call, async ({ transaction, record }) => {
      const payout = await transaction
        .deleteFrom('dues_payouts')
        .where((eb) => eb.and({ league_id: league.id, id: params.id }))
        .returning(['season', 'prize_id', 'week', 'team_name', 'amount'])
        .executeTakeFirstOrThrow(() => new ApiError('dues_entry_not_found'))
      const { season, week } = payout
      const setup = await selectSetup(transaction, league.id, season)
      const prize = setup?.prizes.find(({ prizeId }) => prizeId === payout.prize_id)
      await record(season, 'dues.undo-payout', {
        prize: prize === undefined ? '' : nameOfPrize(prize),
        ...(week === null ? {} : { week }),
        team: payout.team_name,
        amount: moneyToDecimalString(toCents(payout.amount)),
      })
      return season
    })
    return readDues(call, changed)
  }),

  // Of a `custom` prize.
  operation(contract.namePrizeWinner, async (call) => {
    const { league, body } = call
    const { season, prize_id, team_id, expected } = body
    const team = await findTeam(call, season, team_id)
    await changeDues(call, async ({ transaction, record }) => {
      const setup = await requireSetup(transaction, league.id, season)
      if (team_id !== null && team === undefined) throw new ApiError('team_not_found')
      const prize = setup.prizes.find((each) => each.prizeId === prize_id && each.kind === 'custom')
      if (prize === undefined) throw new ApiError('prize_not_found')
      const stored = { team_id: prize.winnerId }
      if (findConflictingFields(stored, { saved: { team_id }, expected }).length > 0) {
        const isSame = (detail: AuditDetail) => detail['season'] === season && detail['prize_id'] === prize_id
        const last = await findLastChange(transaction, league.id, 'dues.winner', isSame)
        throw new ApiError('edit_conflict', { newer: { team_id: { value: prize.winnerId, ...last } } })
      }
      if (prize.winnerId === team_id) return
      await transaction
        .updateTable('dues_prizes')
        .set({ winner_id: team_id })
        .where((eb) => eb.and({ league_id: league.id, season, prize_id }))
        .execute()
      await record(season, 'dues.winner', { prize_id, prize: prize.title, team: team?.name ?? null })
    })
    return readDues(call, season)
  }),
]

type DuesChange = AuditedChange & {
  record: (season: number, action: AuditAction, detail: AuditDetail) => Promise<void>
}

function changeDues<Result>(call: LeagueCall, change: (change: DuesChange) => Promise<Result>) {
  return changeLeague(call, (each) =>
    change({
      ...each,
      async record(season, action, detail) {
        await each.audit(action, { season, ...detail })
        await recordEvent(each.transaction, call.league.id, { name: 'dues', data: { season } }, each.now)
      },
    }),
  )
}

async function requireSetup(db: Db, leagueId: number, season: number) {
  return orThrow(await selectSetup(db, leagueId, season), 'dues_not_set_up')
}

async function readSeason({ ctx, league }: LeagueCall, year: number) {
  const stored = await ctx.leagues.get(league.id)
  const season = stored.season(year)
  const results: PrizeSeason | null = season && {
    ...scheduleOf(season),
    teams: season.teams,
    games: gamesById(season),
    weeklyScores: completedWeeksOf(season),
  }
  return { teams: stored.teams(year), results }
}

async function findTeam({ ctx, league }: LeagueCall, season: number, teamId: number | null) {
  return (await ctx.leagues.get(league.id)).teams(season).find((each) => each.teamId === teamId)
}

type NewEntry = {
  season: number
  team_id: number
  amount: string
  kind: DuesEntryKind
  paidOn: string | null
  note: string
}

async function addEntry(call: LeagueCall, entry: NewEntry, action: AuditAction, detail: AuditDetail) {
  const { league } = call
  const { season, kind, paidOn, note } = entry
  const amount = centsOf(entry.amount)
  const team = await findTeam(call, season, entry.team_id)
  await changeDues(call, async ({ transaction, now, record }) => {
    await requireSetup(transaction, league.id, season)
    if (team === undefined) throw new ApiError('team_not_found')
    const entries = await selectEntries(transaction, league.id, season)
    if (entries.length >= DUES_LIMITS.entries) throw new ApiError('dues_full')
    await transaction
      .insertInto('dues_entries')
      .values({
        league_id: league.id,
        season,
        team_id: team.teamId,
        team_name: team.name,
        kind,
        amount: Number(amount),
        paid_on: paidOn,
        note,
        noted_at: now.getTime(),
      })
      .execute()
    await record(season, action, { team: team.name, amount: moneyToDecimalString(amount), ...detail })
  })
  return readDues(call, season)
}

async function readDues(call: LeagueCall, asked: number | undefined) {
  const { ctx, league, user } = call
  const value = await ctx.leagues.get(league.id)
  const season = asked ?? value.currentSeason(ctx.now())
  const { teams, results } = await readSeason(call, season)
  return presentDues({
    season,
    stored: await findDues(ctx.db, league.id, season),
    results,
    teams,
    findOwner: (teamId) => value.ownerOf(season, teamId)?.name ?? null,
    myTeamId: teams.find((team) => hasUser(team, user.userId))?.teamId ?? null,
  })
}

async function duesChanged(db: Db, leagueId: number, season: number): Promise<ApiError> {
  const { by } = await findLastChange(db, leagueId, 'dues.save', (detail) => detail['season'] === season)
  if (by === null) return new ApiError('dues_changed')
  const message = `${by} has changed the dues in the meantime. Nothing was saved.`
  return new ApiError('dues_changed', { message })
}

/** The contract accepts only texts that are amounts. */
function centsOf(text: string): Cents {
  const amount = parseMoney(text.replace('-', ''))
  if (amount === null) throw new RangeError('not an amount')
  return text.startsWith('-') ? ((0n - amount) as Cents) : amount
}

type Team = Dues['teams'][number]

const COLUMNS = ['season', 'team', 'owner', 'entry', 'amount', 'date', 'prize', 'week', 'note']

/**
 * The ledger as a table with a line for each entry: dues, adjustments and payments of each team with its balance, then
 * the shares of prizes that are decided, and what was paid out. A cell without a fact is empty.
 */
function duesTable(dues: Dues): string {
  const { season, setup, teams, prizes } = dues
  const teamOf = (teamId: number | null) => teams.find((team) => team.team_id === teamId && teamId !== null)
  const lines: CsvCell[][] = [COLUMNS]
  const add = (team: Pick<Team, 'name' | 'owner'>, entry: string, ...cells: CsvCell[]) =>
    lines.push([season, team.name, team.owner, entry, ...cells])
  for (const team of setup === null ? [] : teams) {
    if (team.team_id !== null) add(team, 'dues', team.dues, setup?.due_on, '', '', '')
    for (const { kind, amount, paid_on: day, note } of team.entries)
      add(team, kind, amount, day, '', '', note)
    add(team, 'balance', team.balance, '', '', '', '')
  }
  for (const prize of prizes) {
    const name = nameOfPrize(prize)
    for (const { week, winners } of prize.awards)
      for (const { team_id: teamId, share, payout } of winners) {
        const team = teamOf(teamId) ?? { name: `Team ${teamId}`, owner: null }
        add(team, 'prize', share, '', name, week, '')
        if (payout !== null) add(team, 'payout', payout.amount, payout.paid_on, name, week, '')
      }
    for (const { week, team_id: teamId, team, amount, paid_on: day } of prize.misdirected)
      add(
        { name: team, owner: teamOf(teamId)?.owner ?? null },
        'payout',
        amount,
        day,
        name,
        week,
        'not a winner',
      )
  }
  return lines.map((line) => `${formatCsvLine(line)}\r\n`).join('')
}

type SeasonDues = {
  season: number
  stored: StoredDues
  results: PrizeSeason | null
  teams: readonly LeagueTeam[]
  findOwner: (teamId: number) => string | null
  myTeamId: number | null
}

function presentDues(dues: SeasonDues): Dues {
  const { season, stored, results, myTeamId } = dues
  const { setup, previous, payouts } = stored
  const prizes = (setup?.prizes ?? []).map((prize) => {
    const awards = results === null ? [] : prizeAwards(prize, results)
    const planned = results === null ? null : plannedAmount(prize, results)
    const own = payouts.filter(({ prizeId }) => prizeId === prize.prizeId)
    return { prize: { ...prize, planned }, awards, ...matchPayouts(awards, own) }
  })
  const won = new Map<number | null, Cents>()
  for (const { teamId, share } of prizes.flatMap(({ awards }) => awards.flatMap((each) => each.winners)))
    won.set(teamId, addMoney([won.get(teamId) ?? ZERO_CENTS, share]))
  const accounts = teamAccounts(dues)
  const pool = duesPool(
    accounts,
    prizes.map(({ prize }) => prize.planned),
    payouts.map(({ amount }) => amount),
  )
  return {
    season,
    is_stored: dues.teams.length > 0,
    is_finished: results?.isFinished ?? false,
    my_team_id: myTeamId,
    setup: toWire(setup),
    previous: toWire(previous),
    pool: toWire(pool),
    teams: toWire(accounts.map((team) => ({ ...team, won: won.get(team.teamId) ?? ZERO_CENTS }))),
    prizes: prizes.map(({ prize, awards, byWinner, misdirected }) => ({
      ...toWire(prize),
      awards: awards.map(({ week, state, winners }, award) => ({
        week,
        state,
        winners: winners.map(({ points, ...winner }, index) => ({
          ...toWire({ ...winner, payout: byWinner[award]?.[index] ?? null }),
          points: pointsToDecimalOrNull(points),
        })),
      })),
      misdirected: misdirected.map((payout) => ({
        ...toWire(payout),
        team: dues.teams.find(({ teamId }) => teamId === payout.teamId)?.name ?? payout.teamName,
      })),
    })),
  }
}

/** The user's team first, then by name, then those that are no longer part of the season. */
function teamAccounts({ stored, teams, findOwner, myTeamId }: SeasonDues) {
  const amount = stored.setup?.amount ?? ZERO_CENTS
  const ordered = teams.toSorted(
    (a, b) =>
      Number(b.teamId === myTeamId) - Number(a.teamId === myTeamId) ||
      a.name.localeCompare(b.name, 'en') ||
      a.teamId - b.teamId,
  )
  const ids = new Set<number | null>(teams.map(({ teamId }) => teamId))
  const former = stored.entries.filter(({ teamId }) => !ids.has(teamId))
  return [
    ...ordered.map(({ teamId, name, logo, color }) => {
      const entries = stored.entries.filter((entry) => entry.teamId === teamId)
      return { teamId, name, logo, color, owner: findOwner(teamId), entries, ...duesAccount(amount, entries) }
    }),
    ...[...Map.groupBy(former, ({ teamName }) => teamName)].map(([name, entries]) => {
      const account = duesAccount(ZERO_CENTS, entries)
      return { teamId: null, name, logo: null, color: null, owner: null, entries, ...account }
    }),
  ]
}
