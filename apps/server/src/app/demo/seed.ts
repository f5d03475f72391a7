import { listFeed } from '@fieldhouse/contract/feed'
import { getHistory } from '@fieldhouse/contract/history'
import { listUserLeagues } from '@fieldhouse/contract/leagues'
import type { FastifyInstance } from 'fastify'
import type { SettableClock } from '../../providers/simulated/clock.ts'
import { LEAGUE_NAME, teamsIn } from '../../providers/simulated/seed-users.ts'
import { DEMO_PASSWORD, DEMO_USERS, type DemoUser, type DemoUsername } from './demo-users.ts'
import { createPageClient, type PageClient } from './page-client.ts'
import { seedActivity } from './seed-activity.ts'
import { seedFeed } from './seed-feed.ts'
import { seedPicks } from './seed-picks.ts'

export type SeedOptions = {
  app: FastifyInstance
  adminCode: string
  providerLeagueId: number
  /** Oldest first. */
  seasons: readonly number[]
  /** Whether somebody runs the site already. */
  isInUse: boolean
  /** The clock that the site goes by. */
  clock: SettableClock
}

/** The data are of a site that is not the demo. */
export class NotTheDemoError extends Error {
  override name = 'NotTheDemoError'
}

const LEAGUE_URL = `/api/league/${encodeURIComponent(LEAGUE_NAME)}`

/**
 * Fills an empty site with the demo league, by the same calls that people's browsers make. Of a
 * site that has it already only the current season is read again; what was left undone is done.
 * Throws a NotTheDemoError, and changes nothing, when the site is somebody's own.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { app, adminCode, providerLeagueId, seasons, isInUse, clock } = options
  const greta = createPageClient(app)
  if (!isInUse || !(await greta.signIn('greta', DEMO_PASSWORD))) {
    if (isInUse) {
      throw new NotTheDemoError(
        'These data are of a site of your own. Name an empty folder for the demo with DATA_DIR.',
      )
    }
    await register(greta, DEMO_USERS[0], { role: 'admin', admin_code: adminCode })
  }
  const { leagues } = listUserLeagues.schema.response[200].parse(await greta.get('/api/user-leagues/greta/'))
  if (leagues.length === 0) {
    await greta.post('/api/create-league/', { name: LEAGUE_NAME, espn_league_id: providerLeagueId })
  }
  await importSeasons(greta, seasons)
  if (await hasFeedItems(greta)) return
  const visitors = await signInEveryone(app, greta, isInUse)
  for (const person of DEMO_USERS) await assignTeam(greta, person, seasons.at(-1) ?? 0)
  const site = { clients: visitors, league: LEAGUE_URL, clock }
  await seedActivity(site)
  await seedPicks(site)
  await seedFeed(site)
}

/** The newest anyhow; the others, and the line-ups of the newest, where the league has them not. */
async function importSeasons(greta: PageClient, seasons: readonly number[]): Promise<void> {
  const history = getHistory.schema.response[200].parse(await greta.get(`${LEAGUE_URL}/history/`))
  const known = new Set(history.seasons.map(({ season }) => season))
  const newest = seasons.at(-1)
  const [start, end] = [seasons[0], seasons.at(-2)]
  await greta.post('/api/refresh-espn/', { name: LEAGUE_NAME, season: newest })
  if (seasons.every((season) => known.has(season))) return
  const backfill = `${LEAGUE_URL}/history/backfill-admin/`
  const password = DEMO_PASSWORD
  if (end !== undefined) await greta.post(backfill, { password, start, end })
  await greta.post(backfill, { password, start: newest, end: newest, scrape: true, force: true })
}

/** The feed is written last. */
async function hasFeedItems(greta: PageClient): Promise<boolean> {
  const feed = await greta.get(`${LEAGUE_URL}/social/feed/?limit=1`)
  return listFeed.schema.response[200].parse(feed).items.length > 0
}

/** Signs everybody in. Who has no account makes one, and gets into the league; Petra has yet to be let in. */
async function signInEveryone(
  app: FastifyInstance,
  greta: PageClient,
  isInUse: boolean,
): Promise<Record<DemoUsername, PageClient>> {
  const enter = async (person: DemoUser): Promise<[DemoUsername, PageClient]> => {
    const { username } = person
    if (username === 'greta') return [username, greta]
    const visitor = createPageClient(app)
    const isHere = isInUse && (await visitor.signIn(username, DEMO_PASSWORD))
    if (!isHere) await register(visitor, person, {})
    if (username === 'petra') return [username, visitor]
    const role = username === 'nell' ? 'viewer' : 'player'
    await greta.post('/api/assign-user/', { username, league: LEAGUE_NAME, role })
    return [username, visitor]
  }
  return Object.fromEntries(await Promise.all(DEMO_USERS.map(enter))) as Record<DemoUsername, PageClient>
}

async function register(visitor: PageClient, person: DemoUser, more: object): Promise<void> {
  await visitor.post('/api/register/', {
    username: person.username,
    password: DEMO_PASSWORD,
    first_name: person.firstName,
    last_name: person.lastName,
    ...more,
  })
}

/** People of the cast get the team that is theirs at the provider. */
async function assignTeam(greta: PageClient, person: DemoUser, newest: number): Promise<void> {
  const team = teamsIn(newest).find(({ owners }) =>
    owners.some(({ lastName }) => lastName === person.lastName),
  )
  if (team === undefined) return
  await greta.post(`${LEAGUE_URL}/assign-team/`, { league_team_id: team.teamId, username: person.username })
}
