import { parseArgs } from 'node:util'
import { SeasonYear } from '@fieldhouse/contract/fields'
import { pino } from 'pino'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { seasonReader } from '../../database/season-reader.ts'
import { leagueCookies } from '../../features/credentials/cookies.ts'
import { cookieSeal, credentialStore } from '../../features/credentials/store.ts'
import { refreshAsker } from '../../features/refresh/ask-refresh.ts'
import { logLines } from '../../features/refresh/present.ts'
import { espnAt } from '../../providers/espn/espn.ts'
import type { Settings } from '../../settings.ts'
import { leagueJobsOf } from '../league-jobs.ts'
import { serverCookiesOf } from '../server-cookies.ts'
import { type Command, FailedError, UsageError } from './command.ts'
import { leagueNamed } from './league-named.ts'
import { withDatabase } from './with-database.ts'

/** May run beside a server: one of the two refreshes the league. */
export const refreshCommand: Command = {
  usage: 'refresh --league NAME [--season YEAR]',
  async run(args, tell) {
    const { values } = parseArgs({
      args,
      options: { league: { type: 'string' }, season: { type: 'string' } },
    })
    const season = SeasonYear.optional().safeParse(values.season)
    if (!season.success) throw new UsageError(season.error.issues[0]?.message ?? 'A season is a year.')
    await withDatabase(async (db, settings) => {
      const league = await leagueNamed(db, values.league)
      const act = { at: new Date(), actor: null, action: 'league.refresh', leagueId: league.id } as const
      await recordAct(db, { ...act, detail: { season: season.data ?? null, leagues: 1 } })
      const result = await refreshOnce(db, settings, league.id, season.data ?? null)
      const log = logLines(league.name, result).join('\n')
      if (result.status === 'error') throw new FailedError(log)
      tell(log)
    })
  },
}

async function refreshOnce(db: Db, settings: Settings, leagueId: number, season: number | null) {
  const credentials = credentialStore(db, cookieSeal(settings.secretKey))
  const seasons = seasonReader(db)
  const now = () => new Date()
  const options = {
    db,
    seasons,
    provider: espnAt({
      address: settings.ESPN_BASE_URL,
      userAgent: settings.PROVIDER_USER_AGENT,
      log: () => undefined,
    }),
    cookies: leagueCookies(credentials, serverCookiesOf(settings), now),
    isScheduled: false,
    looks: () => [],
    // A server reads what surrounds the week on its schedule, and its readers look for what changed.
    onChange: () => undefined,
    now,
  }
  const { jobs } = leagueJobsOf(options, pino({ level: 'silent' }))
  const refreshes = refreshAsker({ jobs, seasons, now })
  try {
    return await refreshes.reportOf(await refreshes.ask(leagueId, season, null))
  } finally {
    await jobs.stop(0)
  }
}
