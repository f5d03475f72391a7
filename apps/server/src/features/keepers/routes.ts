import { exportKeepers, getKeepers, saveKeeperRule } from '@fieldhouse/contract/keepers'
import type { FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { downloadName } from '../../http/headers/download-name.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { KeeperRuleStore } from '../../repositories/leagues/keeper-rules.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { KeeperReader } from './keeper-reader.ts'
import { keeperTable, presentKeepers, presentRule } from './present.ts'

export type KeeperOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  keepers: KeeperReader
  rules: KeeperRuleStore
  teams: Pick<TeamReader, 'listTeams'>
  listOwners: (
    leagueId: number,
  ) => Promise<{ find: (season: number, teamId: number) => { name: string } | null }>
  now: () => Date
}

/** The keeper ledger, and the rule that prices it. */
export const keeperRoutes: Routes<KeeperOptions> = (app, options) => {
  const { seasons, keepers, rules, teams, listOwners, now } = options

  app.route({ ...getKeepers, handler: (request) => readKeepers(request, request.query.season) })

  app.route({
    ...exportKeepers,
    async handler(request, reply) {
      const ledger = await readKeepers(request, request.query.season)
      const name = downloadName(leagueOf(request).name, `keepers-${ledger.season + 1}.csv`)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .send(keeperTable(ledger))
    },
  })

  app.route({
    ...saveKeeperRule,
    async handler(request) {
      const { id, name } = leagueOf(request)
      const { unit, step, undrafted, undrafted_cost: cost, max_years, max_keepers } = request.body
      const rule =
        unit === null
          ? null
          : {
              unit,
              step,
              undrafted,
              undraftedCost: undrafted === 'fixed' ? (cost ?? null) : null,
              maxYears: max_years ?? null,
              maxKeepers: max_keepers ?? null,
            }
      await rules.save(id, rule, currentUser(request), now())
      const message = rule === null ? `Keeper rule removed from ${name}.` : `Keeper rule saved for ${name}.`
      return { message, rule: presentRule(rule) }
    },
  })

  async function readKeepers(request: FastifyRequest, asked: number | undefined) {
    const { id } = leagueOf(request)
    const season =
      asked ?? (await keepers.findNewestSeason(id)) ?? (await seasons.getCurrentSeason(id, now()))
    const ledger = await keepers.findLedger(id, season)
    const named = new Map<number, Awaited<ReturnType<TeamReader['listTeams']>>>()
    const years = ledger.rows.flatMap(({ steps }) =>
      steps.map((step) => (step.how === 'off_season' ? [step.season, step.season - 1] : [step.season])),
    )
    for (const year of new Set([season, ...years.flat()])) named.set(year, await teams.listTeams(id, year))
    const owners = await listOwners(id)
    const own = named.get(season) ?? []
    const { userId } = currentUser(request)
    return presentKeepers(ledger, await rules.find(id), {
      teams: own,
      findOwner: (teamId) => owners.find(season, teamId)?.name ?? null,
      findTeam: (year, teamId) =>
        named.get(year)?.find((team) => team.teamId === teamId)?.name ?? `Team ${teamId}`,
      myTeamId: own.find(({ assignment }) => assignment?.userId === userId)?.teamId ?? null,
    })
  }
}
