import { listFeed } from '@fieldhouse/contract/feed/feed'
import { listOwnerMerges } from '@fieldhouse/contract/history/administration'
import { getHistory } from '@fieldhouse/contract/history/history'
import { listUserLeagues } from '@fieldhouse/contract/leagues/leagues'
import { listSources } from '@fieldhouse/contract/leagues/sources'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { LEAGUE_NAME, teamsIn } from '../league/seed-users.ts'
import { FORMER_LEAGUE, leagueIdOf } from '../sleeper/leagues.ts'
import { DEMO_PASSWORD, DEMO_USERS, type DemoUser, type DemoUsername } from './demo-users.ts'
import { drawPortrait, hasPortrait } from './draw-portrait.ts'
import { drawTrophy, TROPHY_DESCRIPTION } from './draw-trophy.ts'
import { seedFeed } from './seed-feed.ts'
import { seedPicks } from './seed-picks.ts'
import { seedRulesAndDues } from './seed-rules-and-dues.ts'
import { leagueFileOf } from './seed-seasons.ts'
import { createSiteClient, type DemoSite, type SiteClient, type SiteClock } from './site-client.ts'

export type SeedOptions = {
  /** The URL of the site on this machine, without a trailing slash. */
  baseUrl: string
  adminCode: string
  espnLeagueId: number
  /** Oldest first. */
  seasons: readonly number[]
  /** Whether the site already has an admin. */
  isInUse: boolean
  clock: SiteClock
}

export class NotTheDemoError extends Error {
  override name = 'NotTheDemoError'
}

const LEAGUE_PATH = `/api/league/${encodeURIComponent(LEAGUE_NAME)}`

/**
 * Fills an empty site with the demo league, through the same API requests that browsers make. If the site
 * already has the demo league, refreshes its current season and completes an interrupted run. Throws a
 * NotTheDemoError and changes nothing if the site is not the demo.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { baseUrl, adminCode, espnLeagueId, seasons, isInUse, clock } = options
  const greta = createSiteClient(baseUrl)
  if (!isInUse || !(await greta.signIn('greta', DEMO_PASSWORD))) {
    if (isInUse) {
      throw new NotTheDemoError(
        'This data directory contains another site. Set DATA_DIR to an empty directory for the demo.',
      )
    }
    await register(greta, DEMO_USERS[0], { role: 'admin', admin_code: adminCode })
  }
  const { leagues } = listUserLeagues.schema.response[200].parse(await greta.get('/api/user-leagues/greta/'))
  if (leagues.length === 0) {
    await greta.post('/api/create-league/', { name: LEAGUE_NAME, espn_league_id: espnLeagueId })
  }
  const isComplete = await hasFeedItems(greta)
  if (!isComplete) await addFormerSource(greta)
  await importSeasons(greta, seasons)
  if (isComplete) return
  const clients = await signInEveryone(baseUrl, greta, isInUse)
  for (const user of DEMO_USERS) await assignTeam(greta, user, seasons.at(-1) ?? 0)
  const site = { clients, leaguePath: LEAGUE_PATH, clock }
  await seedActivity(site)
  await seedRulesAndDues(site, seasons.at(-1) ?? 0)
  await seedPicks(site)
  await seedFeed(site)
  // Admin Tools show it. Nobody has to wait for it.
  await greta.post('/api/site/backups/', {})
}

/** The league was at Sleeper before it moved to ESPN, where it has been for five seasons. */
async function addFormerSource(greta: SiteClient): Promise<void> {
  const url = `${LEAGUE_PATH}/sources/`
  const { sources } = listSources.schema.response[200].parse(await greta.get(url))
  if (sources.some(({ provider }) => provider === 'sleeper')) return
  const { firstSeason: from, lastSeason: to = from } = FORMER_LEAGUE
  await greta.post(url, {
    provider: 'sleeper',
    league_id: leagueIdOf(FORMER_LEAGUE, to),
    from,
    to,
    cut: true,
  })
}

async function importSeasons(greta: SiteClient, seasons: readonly number[]): Promise<void> {
  const history = getHistory.schema.response[200].parse(await greta.get(`${LEAGUE_PATH}/history/`))
  const stored = new Set(history.seasons.map(({ season }) => season))
  const newest = seasons.at(-1)
  await greta.post('/api/refresh/', { name: LEAGUE_NAME, season: newest })
  if (seasons.every((season) => stored.has(season))) return
  const fromFile = seasons.filter((season) => season < FORMER_LEAGUE.firstSeason)
  if (fromFile.length > 0) {
    const file = new TextEncoder().encode(JSON.stringify(leagueFileOf(fromFile)))
    await greta.upload(`${LEAGUE_PATH}/seasons/upload/`, 'files', 'the-early-years.json', file)
  }
  const backfillUrl = `${LEAGUE_PATH}/history/backfill-admin/`
  const password = DEMO_PASSWORD
  const [start, end] = [seasons[fromFile.length], seasons.at(-2)]
  if (start !== undefined && end !== undefined) await greta.post(backfillUrl, { password, start, end })
  await greta.post(backfillUrl, { password, start: newest, end: newest, scrape: true, force: true })
}

/** The feed is seeded last, so it tells whether a previous run has finished. */
async function hasFeedItems(greta: SiteClient): Promise<boolean> {
  const feed = await greta.get(`${LEAGUE_PATH}/social/feed/?limit=1`)
  return listFeed.schema.response[200].parse(feed).items.length > 0
}

async function signInEveryone(
  baseUrl: string,
  greta: SiteClient,
  isInUse: boolean,
): Promise<Record<DemoUsername, SiteClient>> {
  const signInOrRegister = async (user: DemoUser): Promise<[DemoUsername, SiteClient]> => {
    const { username } = user
    if (username === 'greta') return [username, greta]
    const client = createSiteClient(baseUrl)
    const isSignedIn = isInUse && (await client.signIn(username, DEMO_PASSWORD))
    if (!isSignedIn) await register(client, user, {})
    if (username === 'petra') return [username, client]
    const role = username === 'nell' ? 'viewer' : 'player'
    await greta.post('/api/assign-user/', { username, league: LEAGUE_NAME, role })
    return [username, client]
  }
  return Object.fromEntries(await Promise.all(DEMO_USERS.map(signInOrRegister))) as Record<
    DemoUsername,
    SiteClient
  >
}

async function register(client: SiteClient, user: DemoUser, extraFields: object): Promise<void> {
  await client.post('/api/register/', {
    username: user.username,
    password: DEMO_PASSWORD,
    first_name: user.firstName,
    last_name: user.lastName,
    ...extraFields,
  })
}

async function assignTeam(greta: SiteClient, user: DemoUser, newestSeason: number): Promise<void> {
  const team = teamsIn(newestSeason).find(({ owners }) =>
    owners.some(({ firstName, lastName }) => firstName === user.firstName && lastName === user.lastName),
  )
  if (team === undefined) return
  await greta.post(`${LEAGUE_PATH}/assign-team/`, { league_team_id: team.teamId, username: user.username })
}

const [ADMIN_WORK_HOURS_AGO, JOIN_REQUEST_HOURS_AGO] = [230, 19]

/** Everyone is in the files of the first seasons, has an account at Sleeper and one at ESPN, and Kit had two. */
async function seedActivity({ clients, leaguePath, clock }: DemoSite): Promise<void> {
  const { greta, petra } = clients
  const now = clock.now().getTime()
  try {
    await clock.set(new Date(now - ADMIN_WORK_HOURS_AGO * HOUR_MS))
    const mergesUrl = `${leaguePath}/history/merges/`
    // Somebody with three accounts takes two rounds.
    for (;;) {
      const { suggestions } = listOwnerMerges.schema.response[200].parse(await greta.get(mergesUrl))
      const merges = mergesWithFullNames(suggestions)
      if (merges.length === 0) break
      await greta.post(`${mergesUrl}all/`, { merges })
    }
    const { owners } = getHistory.schema.response[200].parse(await greta.get(`${leaguePath}/history/`))
    for (const owner of owners.filter(hasPortrait)) {
      const url = `${leaguePath}/owners/${encodeURIComponent(owner)}/picture/`
      await greta.upload(url, 'file', 'portrait.png', await drawPortrait(owner))
    }
    const trophyUrl = `${leaguePath}/trophy/?description=${encodeURIComponent(TROPHY_DESCRIPTION)}`
    await greta.upload(trophyUrl, 'file', 'trophy.png', await drawTrophy())
    await clock.set(new Date(now - JOIN_REQUEST_HOURS_AGO * HOUR_MS))
    await petra.post('/api/request-league/', { league: LEAGUE_NAME, message: JOIN_REQUEST_MESSAGE })
  } finally {
    await clock.reset()
  }
}

type OwnerPair = { owner: string; into: string }

/** The suggested merges, so that each person has a full name. Sleeper only has usernames. */
function mergesWithFullNames(suggestions: readonly OwnerPair[]): OwnerPair[] {
  // A number tells people of the same name apart.
  const keyOf = (name: string) =>
    name
      .toLowerCase()
      .replace(/ \(\d+\)$/, '')
      .replaceAll(' ', '')
  const names = new Set(suggestions.flatMap(({ owner, into }) => [owner, into]))
  const fullNames = new Map(
    // The longest first, so that a name without a number counts.
    [...names]
      .filter((name) => /^[A-Z].* [A-Z]/.test(name))
      .sort((a, b) => b.length - a.length)
      .map((name) => [keyOf(name), name]),
  )
  return [...names].flatMap((owner) => {
    const into = fullNames.get(keyOf(owner))
    return into === undefined || into === owner ? [] : [{ owner, into }]
  })
}

const JOIN_REQUEST_MESSAGE =
  "I won this league in 2016, then moved somewhere with no TV. I'm back and I want my spot. Is there room for a former champ?"
