import {
  addDuesAdjustment,
  addDuesPayment,
  addDuesPayout,
  namePrizeWinner,
  removeDues,
  removeDuesEntry,
  removeDuesPayout,
  saveDues,
} from '@fieldhouse/contract/dues/administration'
import { exportDues, getDues } from '@fieldhouse/contract/dues/dues'
import type { Operation } from '@fieldhouse/contract/operation'
import type { PrizeSeason } from '@fieldhouse/domain/league/prize-weeks'
import { prizeAwards, WEEK_PRIZES } from '@fieldhouse/domain/league/prizes'
import { type Cents, parseMoney } from '@fieldhouse/domain/money'
import { completedWeeksOf, gamesById, scheduleOf } from '@fieldhouse/domain/seasons/season-views'
import { ApiError } from '../../http/errors/api-error.ts'
import { downloadName } from '../../http/headers/download-name.ts'
import { type Call, operation } from '../../http/operation.ts'
import {
  addEntry,
  addPayout,
  type DuesEdit,
  type NewEntry,
  type NotedTeam,
  nameWinner,
  removeEntry,
  removePayout,
  removeSetup,
  type SetupResult,
  saveSetup,
} from './changes.ts'
import { duesTable } from './format-dues.ts'
import { presentDues } from './present.ts'
import { findDues } from './store.ts'

/** A request about the dues of a league. */
type LeagueCall = Pick<
  Call<Operation & { url: '/api/league/:league/dues/'; config: { access: 'member' } }>,
  'ctx' | 'league' | 'user'
>

export const dues = [
  operation(getDues, (call) => readDues(call, call.query.season)),

  operation(exportDues, async (call) => {
    const { league, query, reply } = call
    const table = await readDues(call, query.season)
    const name = downloadName(league.name, `dues-${table.season}.csv`)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(duesTable(table))
  }),

  operation(saveDues, async (call) => {
    const { ctx, league, body } = call
    const { season, version, amount, due_on: dueOn, note, prizes } = body
    if ((await ctx.leagues.get(league.id)).teams(season).length === 0) throw new ApiError('season_not_found')
    const result = await saveSetup(ctx.db, editOf(call, season), {
      version,
      amount: centsOf(amount),
      dueOn,
      note,
      prizes: prizes.map((prize) => ({
        prizeId: prize.prize_id,
        kind: prize.kind,
        title: prize.kind === 'custom' ? prize.title : null,
        amount: centsOf(prize.amount),
        includesPlayoffs: WEEK_PRIZES.includes(prize.kind) && prize.includes_playoffs,
      })),
    })
    rejectUnlessSaved(result)
    return readDues(call, season)
  }),

  operation(removeDues, async (call) => {
    const { season, version } = call.body
    rejectUnlessSaved(await removeSetup(call.ctx.db, editOf(call, season), version))
    return readDues(call, season)
  }),

  operation(addDuesPayment, (call) => {
    const { season, team_id: teamId, amount, paid_on: paidOn, note } = call.body
    return noteEntry(call, season, teamId, { kind: 'payment', amount: centsOf(amount), paidOn, note })
  }),

  operation(addDuesAdjustment, (call) => {
    const { season, team_id: teamId, amount, reason: note } = call.body
    return noteEntry(call, season, teamId, {
      kind: 'adjustment',
      amount: centsOf(amount),
      paidOn: null,
      note,
    })
  }),

  operation(removeDuesEntry, async (call) => {
    const season = await removeEntry(call.ctx.db, changeOf(call), call.params.id)
    if (season === null) throw new ApiError('dues_entry_not_found')
    return readDues(call, season)
  }),

  operation(addDuesPayout, async (call) => {
    const { ctx, league, body } = call
    const { season, prize_id: prizeId, week, team_id: teamId, paid_on: paidOn } = body
    const amount = centsOf(body.amount)
    const { setup } = await findDues(ctx.db, league.id, season)
    if (setup === null) throw new ApiError('dues_not_set_up')
    const prize = setup.prizes.find((each) => each.prizeId === prizeId)
    if (prize === undefined) throw new ApiError('prize_not_found')
    const { teams, results } = await readSeason(call, season)
    const awards = results === null ? [] : prizeAwards(prize, results)
    const winners = awards.find((award) => award.week === week)?.winners ?? []
    const isWinner = winners.some((winner) => winner.teamId === teamId && winner.share === amount)
    const team = teams.find((each) => each.teamId === teamId)
    if (!isWinner || team === undefined) throw new ApiError('prize_changed')
    const payout = { prizeId, week, team: toNotedTeam(team), amount, paidOn }
    const result = await addPayout(ctx.db, editOf(call, season), payout)
    if (result === 'prize_paid_out') throw new ApiError(result, { message: 'This payout is already noted.' })
    if (result !== 'saved') throw new ApiError(result)
    return readDues(call, season)
  }),

  operation(removeDuesPayout, async (call) => {
    const season = await removePayout(call.ctx.db, changeOf(call), call.params.id)
    if (season === null) throw new ApiError('dues_entry_not_found')
    return readDues(call, season)
  }),

  operation(namePrizeWinner, async (call) => {
    const { ctx, league, body } = call
    const { season, prize_id: prizeId, team_id: teamId, expected } = body
    if ((await findDues(ctx.db, league.id, season)).setup === null) throw new ApiError('dues_not_set_up')
    const team = teamId === null ? null : await requireTeam(call, season, teamId)
    const result = await nameWinner(ctx.db, editOf(call, season), prizeId, team, expected)
    if (result.kind === 'edit_conflict') throw new ApiError('edit_conflict', { newer: result.newer })
    if (result.kind !== 'saved') throw new ApiError(result.kind)
    return readDues(call, season)
  }),
]

function changeOf({ ctx, league, user }: LeagueCall): Omit<DuesEdit, 'season'> {
  return { leagueId: league.id, actor: user, now: ctx.now() }
}

function editOf(call: LeagueCall, season: number): DuesEdit {
  return { ...changeOf(call), season }
}

/** The teams of a season, and what the winners of its prizes are computed from, which is null if it is not stored. */
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

async function requireTeam({ ctx, league }: LeagueCall, season: number, teamId: number): Promise<NotedTeam> {
  const team = (await ctx.leagues.get(league.id)).teams(season).find((each) => each.teamId === teamId)
  if (team === undefined) throw new ApiError('team_not_found')
  return toNotedTeam(team)
}

async function noteEntry(call: LeagueCall, season: number, teamId: number, entry: Omit<NewEntry, 'team'>) {
  const { ctx, league } = call
  if ((await findDues(ctx.db, league.id, season)).setup === null) throw new ApiError('dues_not_set_up')
  const team = await requireTeam(call, season, teamId)
  const result = await addEntry(ctx.db, editOf(call, season), { ...entry, team })
  if (result !== 'saved') throw new ApiError(result)
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
    myTeamId: teams.find(({ assignment }) => assignment?.userId === user.userId)?.teamId ?? null,
  })
}

function rejectUnlessSaved(result: SetupResult): void {
  if (result.kind === 'saved') return
  if (result.kind !== 'dues_changed' || result.by === null) throw new ApiError(result.kind)
  const message = `${result.by} has changed the dues in the meantime. Nothing was saved.`
  throw new ApiError('dues_changed', { message })
}

function toNotedTeam({ teamId, name }: NotedTeam): NotedTeam {
  return { teamId, name }
}

/** The contract accepts only texts that are amounts. */
function centsOf(text: string): Cents {
  const amount = parseMoney(text.replace('-', ''))
  if (amount === null) throw new RangeError('not an amount')
  return text.startsWith('-') ? ((0n - amount) as Cents) : amount
}
