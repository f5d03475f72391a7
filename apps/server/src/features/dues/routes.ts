import { exportDues, getDues } from '@fieldhouse/contract/dues'
import {
  addDuesAdjustment,
  addDuesPayment,
  addDuesPayout,
  namePrizeWinner,
  removeDues,
  removeDuesEntry,
  removeDuesPayout,
  saveDues,
} from '@fieldhouse/contract/dues-admin'
import { prizeAwards, WEEK_PRIZES } from '@fieldhouse/domain/league/prizes'
import { type Cents, parseMoney } from '@fieldhouse/domain/money'
import type { FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { downloadName } from '../../http/headers/download-name.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { DuesEntryStore, NewEntry } from './entry-store.ts'
import { duesTable } from './format-dues.ts'
import type { DuesPayoutStore } from './payout-store.ts'
import { presentDues } from './present.ts'
import type { PrizeSeasonReader } from './prize-season-store.ts'
import type { DuesEdit, NotedTeam } from './record-edit.ts'
import type { DuesSetupStore, SetupResult } from './setup-store.ts'
import type { DuesStore } from './store.ts'

export type DuesOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  teams: Pick<TeamReader, 'listTeams'>
  results: PrizeSeasonReader
  store: DuesStore
  setups: DuesSetupStore
  entries: DuesEntryStore
  payouts: DuesPayoutStore
  listOwners: (
    leagueId: number,
  ) => Promise<{ find: (season: number, teamId: number) => { name: string } | null }>
  now: () => Date
}

/** The dues of a season, the prizes that are paid from them, and what admins note about both. */
export const duesRoutes: Routes<DuesOptions> = (app, options) => {
  const { seasons, teams, results, store, setups, entries, payouts, listOwners, now } = options

  app.route({ ...getDues, handler: (request) => readDues(request, request.query.season) })

  app.route({
    ...exportDues,
    async handler(request, reply) {
      const dues = await readDues(request, request.query.season)
      const name = downloadName(leagueOf(request).name, `dues-${dues.season}.csv`)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .send(duesTable(dues))
    },
  })

  app.route({
    ...saveDues,
    async handler(request) {
      const { season, version, amount, due_on: dueOn, note, prizes } = request.body
      const { id } = leagueOf(request)
      if ((await teams.listTeams(id, season)).length === 0) throw new ApiError('season_not_found')
      const result = await setups.saveSetup(editOf(request, season), {
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
      return readDues(request, season)
    },
  })

  app.route({
    ...removeDues,
    async handler(request) {
      const { season, version } = request.body
      rejectUnlessSaved(await setups.removeSetup(editOf(request, season), version))
      return readDues(request, season)
    },
  })

  app.route({
    ...addDuesPayment,
    handler(request) {
      const { season, team_id: teamId, amount, paid_on: paidOn, note } = request.body
      return addEntry(request, season, teamId, { kind: 'payment', amount: centsOf(amount), paidOn, note })
    },
  })

  app.route({
    ...addDuesAdjustment,
    handler(request) {
      const { season, team_id: teamId, amount, reason } = request.body
      const adjustment = { kind: 'adjustment', amount: centsOf(amount), paidOn: null, note: reason } as const
      return addEntry(request, season, teamId, adjustment)
    },
  })

  app.route({
    ...removeDuesEntry,
    async handler(request) {
      const season = await entries.removeEntry(changeOf(request), request.params.id)
      if (season === null) throw new ApiError('dues_entry_not_found')
      return readDues(request, season)
    },
  })

  app.route({
    ...addDuesPayout,
    async handler(request) {
      const { season, prize_id: prizeId, week, team_id: teamId, paid_on: paidOn } = request.body
      const amount = centsOf(request.body.amount)
      const { id } = leagueOf(request)
      const { setup } = await store.findDues(id, season)
      if (setup === null) throw new ApiError('dues_not_set_up')
      const prize = setup.prizes.find((each) => each.prizeId === prizeId)
      if (prize === undefined) throw new ApiError('prize_not_found')
      const played = await results.findSeason(id, season)
      const awards = played === null ? [] : prizeAwards(prize, played)
      const winners = awards.find((award) => award.week === week)?.winners ?? []
      const isWinner = winners.some((winner) => winner.teamId === teamId && winner.share === amount)
      const team = (await teams.listTeams(id, season)).find((each) => each.teamId === teamId)
      if (!isWinner || team === undefined) throw new ApiError('prize_changed')
      const payout = { prizeId, week, team: toNotedTeam(team), amount, paidOn }
      const result = await payouts.addPayout(editOf(request, season), payout)
      if (result === 'prize_paid_out')
        throw new ApiError(result, { message: 'This payout is already noted.' })
      if (result !== 'saved') throw new ApiError(result)
      return readDues(request, season)
    },
  })

  app.route({
    ...removeDuesPayout,
    async handler(request) {
      const season = await payouts.removePayout(changeOf(request), request.params.id)
      if (season === null) throw new ApiError('dues_entry_not_found')
      return readDues(request, season)
    },
  })

  app.route({
    ...namePrizeWinner,
    async handler(request) {
      const { season, prize_id: prizeId, team_id: teamId, expected } = request.body
      const edit = editOf(request, season)
      const { setup } = await store.findDues(edit.leagueId, season)
      if (setup === null) throw new ApiError('dues_not_set_up')
      const team = teamId === null ? null : await requireTeam(edit, teamId)
      const result = await setups.nameWinner(edit, prizeId, team, expected)
      if (result.kind === 'edit_conflict') throw new ApiError('edit_conflict', { newer: result.newer })
      if (result.kind !== 'saved') throw new ApiError(result.kind)
      return readDues(request, season)
    },
  })

  function changeOf(request: FastifyRequest): Omit<DuesEdit, 'season'> {
    return { leagueId: leagueOf(request).id, actor: currentUser(request), now: now() }
  }

  function editOf(request: FastifyRequest, season: number): DuesEdit {
    return { ...changeOf(request), season }
  }

  async function requireTeam({ leagueId, season }: DuesEdit, teamId: number): Promise<NotedTeam> {
    const team = (await teams.listTeams(leagueId, season)).find((each) => each.teamId === teamId)
    if (team === undefined) throw new ApiError('team_not_found')
    return toNotedTeam(team)
  }

  async function addEntry(
    request: FastifyRequest,
    season: number,
    teamId: number,
    entry: Omit<NewEntry, 'team'>,
  ) {
    const edit = editOf(request, season)
    const { setup } = await store.findDues(edit.leagueId, season)
    if (setup === null) throw new ApiError('dues_not_set_up')
    const result = await entries.addEntry(edit, { ...entry, team: await requireTeam(edit, teamId) })
    if (result !== 'saved') throw new ApiError(result)
    return readDues(request, season)
  }

  async function readDues(request: FastifyRequest, asked: number | undefined) {
    const { id } = leagueOf(request)
    const season = asked ?? (await seasons.getCurrentSeason(id, now()))
    const { userId } = currentUser(request)
    const own = await teams.listTeams(id, season)
    const owners = await listOwners(id)
    return presentDues({
      season,
      stored: await store.findDues(id, season),
      results: await results.findSeason(id, season),
      teams: own,
      findOwner: (teamId) => owners.find(season, teamId)?.name ?? null,
      myTeamId: own.find(({ assignment }) => assignment?.userId === userId)?.teamId ?? null,
    })
  }
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
