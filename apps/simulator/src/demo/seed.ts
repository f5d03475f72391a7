import { getBets } from '@fieldhouse/contract/betslip'
import { saveDues } from '@fieldhouse/contract/dues'
import { listFeed } from '@fieldhouse/contract/feed/feed'
import { listOwnerMerges } from '@fieldhouse/contract/history/administration'
import { getHistory } from '@fieldhouse/contract/history/history'
import { listUserLeagues } from '@fieldhouse/contract/leagues/leagues'
import { listSources } from '@fieldhouse/contract/leagues/sources'
import type { LegResult } from '@fieldhouse/domain/betslip/settlement'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { currentNameOf, LEAGUE_NAME, membersIn, teamsIn } from '../league/seed-users.ts'
import { type SimulatedGame, simulateLeague, type Tier } from '../league/simulate-league.ts'
import { draftAt, shapeOf, weekStart, weeksOfPeriod } from '../nfl.ts'
import { FORMER_LEAGUE, leagueIdOf } from '../sleeper/leagues.ts'
import { drawPortrait, drawTrophy, hasPortrait, TROPHY_DESCRIPTION } from './draw-pictures.ts'
import { seedFeed } from './seed-feed.ts'
import {
  createSiteClient,
  DEMO_PASSWORD,
  DEMO_SEED,
  DEMO_USERS,
  type DemoSite,
  type DemoUser,
  type DemoUsername,
  type SiteClient,
  type SiteClock,
} from './site-client.ts'

type SeedOptions = {
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
  const season = seasons.at(-1) ?? 0
  for (const user of DEMO_USERS) await assignTeam(greta, user, season)
  const site = { clients, leaguePath: LEAGUE_PATH, clock, season }
  for (const seed of [seedActivity, seedRulesAndDues, seedPicks, seedFeed]) {
    try {
      await seed(site)
    } finally {
      await clock.reset()
    }
  }
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

const BRACKETS: Readonly<Record<Tier, string>> = {
  NONE: 'regular',
  WINNERS_BRACKET: 'winners',
  WINNERS_CONSOLATION_LADDER: 'winners consolation',
  LOSERS_CONSOLATION_LADDER: 'losers consolation',
}

function leagueFileOf(seasons: readonly number[]): object {
  return {
    format: 'fieldhouse-league',
    version: 1,
    league: LEAGUE_NAME,
    seasons: seasons.map((season) => {
      const { finalOrder, games } = simulateLeague({ seed: DEMO_SEED, season })
      const { periods, regularWeeks } = shapeOf(season)
      return {
        season,
        platform: 'nfl',
        regular_season_matchups: regularWeeks,
        playoff_teams: 6,
        matchups: Array.from({ length: periods }, (_, index) => ({
          matchup: index + 1,
          weeks: weeksOfPeriod(season, index + 1),
        })),
        owners: membersIn(season).map(({ id, isCommissioner }) => ({
          name: currentNameOf(id),
          is_commissioner: isCommissioner,
        })),
        teams: teamsIn(season).map(({ teamId, name, owners }) => ({
          id: teamId,
          name,
          owners: owners.map(({ id }) => currentNameOf(id)),
          final_rank: finalOrder.indexOf(teamId) + 1,
        })),
        games: games.map(gameOf),
      }
    }),
  }
}

function gameOf({ period, tier, home, away }: SimulatedGame): object {
  const sideOf = ({ teamId, points }: SimulatedGame['home']) => ({
    team: teamId,
    points: pointsToDecimal(points),
  })
  return {
    matchup: period,
    bracket: BRACKETS[tier],
    home: sideOf(home),
    away: away === null ? null : sideOf(away),
  }
}

const PAPERWORK_HOURS_AGO = 229

const DUES = '50'

/** The teams that have paid in full, in their order; the next one has paid a part, and the others nothing. */
const PAID_TEAMS = 9
const LATE_FEE = '5'

async function seedRulesAndDues({ clients, leaguePath, clock, season }: DemoSite): Promise<void> {
  const { greta } = clients
  const now = clock.now().getTime()
  await clock.set(new Date(now - PAPERWORK_HOURS_AGO * HOUR_MS))
  await greta.post(`${leaguePath}/rules/`, {
    version: 0,
    sections: RULES.map(([heading, body]) => ({ id: null, heading, body, proposal_id: null })),
    note: 'The napkin, typed up.',
  })
  const paidOn = dayOf(draftAt(season))
  const dues = await greta.post(`${leaguePath}/dues/`, {
    season,
    version: 0,
    amount: DUES,
    due_on: dayOf(draftAt(season) + 7 * DAY_MS),
    note: 'Cash at the draft, or Greta’s mailbox. Quarters are accepted under protest.',
    prizes: PRIZES.map((prize) => ({ prize_id: null, title: null, includes_playoffs: false, ...prize })),
  })
  const { teams, prizes } = saveDues.schema.response[200].parse(dues)
  const ids = teams.flatMap(({ team_id: id }) => id ?? [])
  const note = async (path: string, body: object) => {
    await greta.post(`${leaguePath}/dues/${path}/`, { season, ...body })
  }
  for (const [index, team_id] of ids.slice(0, PAID_TEAMS + 1).entries())
    await note('payments', { team_id, amount: index < PAID_TEAMS ? DUES : '30', paid_on: paidOn })
  await note('adjustments', { team_id: ids.at(-1), amount: LATE_FEE, reason: 'Late fee, see the rules' })
  // The newest winners wait for their money.
  for (const { prize_id, awards } of prizes.filter(({ kind }) => kind === 'weekly_high'))
    for (const { week, winners } of awards.filter(({ state }) => state === 'decided').slice(0, -1)) {
      const paid_on = dayOf(weekStart(season, (week ?? 0) + 1) + DAY_MS)
      for (const { team_id, share } of winners)
        await note('payouts', { prize_id, week, team_id, amount: share, paid_on })
    }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const PRIZES = [
  { kind: 'champion', amount: '250' },
  { kind: 'runner_up', amount: '100' },
  { kind: 'best_record', amount: '60' },
  { kind: 'season_high', amount: '50' },
  { kind: 'weekly_high', amount: '10' },
] as const

const RULES: readonly (readonly [heading: string, body: string])[] = [
  [
    'Teams and dues',
    'Twelve teams, $50 each, due a week after the draft. Late is $5 more. Co-owners pay once and argue for free.',
  ],
  [
    'The draft',
    'Snake, 90 seconds a pick, at the long table. If you are late, the table drafts for you, and the table likes kickers.',
  ],
  [
    'Lineups',
    'One QB, two RB, two WR, one TE, one FLEX, one D/ST, one K. Set your own lineup. Twice a lineup with a player on bye, and you buy the wings.',
  ],
  [
    'Waivers and trades',
    'Waivers run on Wednesday morning. Trades are final unless both teams come to Greta before the games. The deadline is Week 12.',
  ],
  [
    'Playoffs',
    'Six teams, weeks 15 to 17. The first two seeds get a bye. Ties are decided by points for, and then by a coin that Nell tosses.',
  ],
  ['Last place', 'Brings dessert to the next draft. Ice is not dessert.'],
]

const HOURS_BEFORE_CUTOFF = 20

const HOURS_TO_RESULTS = 60

const PICK_CHANGE_MS = 50 * MINUTE_MS

async function seedPicks({ clients, leaguePath, clock }: DemoSite): Promise<void> {
  const betslip = getBets.schema.response[200].parse(await clients.greta.get(`${leaguePath}/bets/`))
  const { season, current_week } = betslip
  const now = clock.now()
  const weeks = betslip.weeks.filter(({ week }) => week <= current_week).slice(-DEMO_PICKS.length)
  const weeksWithPicks = weeks.map((week, index) => ({
    ...week,
    picks: DEMO_PICKS.slice(-weeks.length)[index] ?? [],
  }))
  for (const { week, cutoff, picks } of weeksWithPicks) {
    const beforeCutoffMs = new Date(cutoff).getTime() - HOURS_BEFORE_CUTOFF * HOUR_MS
    const atMs = Math.min(beforeCutoffMs, now.getTime() - PICK_CHANGE_MS)
    for (const { by, text, originalText } of picks) {
      const save = (pickText: string) =>
        clients[by].post(`${leaguePath}/bets/save/`, {
          season,
          week,
          owner: fullNameOf(by),
          text: pickText,
        })
      await clock.set(new Date(atMs))
      await save(originalText ?? text)
      if (originalText === undefined) continue
      await clock.set(new Date(atMs + PICK_CHANGE_MS))
      await save(text)
    }
    if (week === current_week) continue
    await clock.set(new Date(new Date(cutoff).getTime() + HOURS_TO_RESULTS * HOUR_MS))
    for (const { by, result } of picks)
      await clients.greta.post(`${leaguePath}/bets/settle/`, {
        season,
        week,
        owner: fullNameOf(by),
        result,
      })
  }
}

function fullNameOf(username: DemoUsername): string {
  const user = DEMO_USERS.find((each) => each.username === username)
  return user === undefined ? username : `${user.firstName} ${user.lastName}`
}

const PICKERS = ['greta', 'ada', 'hugo', 'dov', 'ines'] as const satisfies DemoUsername[]

type PickEntry = readonly [text: string, result: LegResult, originalText?: string] | null

/** Takes the picks in the order of PICKERS; null is a missed pick. */
const toWeek = (...entries: readonly PickEntry[]) =>
  PICKERS.flatMap((by, index) => {
    const [text, result, originalText] = entries[index] ?? []
    return text === undefined || result === undefined ? [] : { by, text, result, originalText }
  })

// biome-ignore format: one row per week.
/** Made-up picks for every week of a season, oldest first. The last week is the current one. */
const DEMO_PICKS = [
  toWeek(['Colts +1.5 (-110)', 'won'], ['Saints/Falcons under 44 (-108)', 'lost'], ['Jets ML (+180)', 'lost'], ['49ers ML (-190)', 'won'], ['Browns +7 (-110)', 'won']),
  toWeek(['Bills -3 (-115)', 'won'], ['Commanders ML (-125)', 'won'], ['Titans ML (+165)', 'won'], ['Rams -4.5 (-110)', 'lost'], null),
  toWeek(['Lions ML (-150)', 'won'], ['Chargers -2.5 (-110)', 'won'], ['Raiders ML (+195)', 'lost'], null, ['Bucs team total over 20.5 (-112)', 'push']),
  toWeek(['Cowboys +4 (-110)', 'lost'], ['Ravens/Steelers under 41 (-110)', 'won'], ['Kickoff returned for a TD, any game', 'lost'], ['Packers ML (-170)', 'won'], ['Jaguars +3 (-105)', 'won']),
  toWeek(['Texans -1.5 (-110)', 'won'], ['Vikings ML (-130)', 'won'], ['Saints ML (+155)', 'won', 'Saints +3.5 (-110)'], ['Eagles -6 (-110)', 'won'], ['Broncos team total over 22.5 (-118)', 'won']),
  toWeek(['Dolphins ML (-115)', 'lost'], ['Bengals +2.5 (-110)', 'lost'], ['Cardinals ML (+240)', 'lost'], ['Bills ML (-200)', 'won'], ['Lions -5.5 (-110)', 'won']),
  toWeek(['Seahawks +3 (-110)', 'won'], ['Giants/Eagles under 45.5 (-110)', 'won'], ['Patriots ML (+190)', 'won'], ['Chiefs -7 (-110)', 'push'], ['Falcons ML (-105)', 'lost']),
  toWeek(['Steelers ML (-120)', 'won'], ['49ers -3.5 (-112)', 'won'], ['Both kickers miss a FG, Monday night (+400)', 'lost'], ['Ravens ML (-180)', 'won'], null),
  toWeek(['Panthers +6.5 (-110)', 'won'], ['Rams ML (-135)', 'lost'], ['Bears ML (+175)', 'lost'], ['Bills -4 (-110)', 'won'], ['Colts team total over 23.5 (-110)', 'won']),
  toWeek(['Packers ML (-140)', 'won'], ['Chargers +1 (-110)', 'won'], ['Browns ML (+160)', 'lost'], ['Vikings -2 (-108)', 'won'], ['Jets team total under 19.5 (-115)', 'won']),
  toWeek(['Bears +3.5 (-110)', 'won'], ['Texans ML (-145)', 'won'], ['Commanders ML (+150)', 'won'], ['Chiefs ML (-175)', 'lost'], ['Rams/Seahawks over 46 (-110)', 'won']),
  toWeek(['Jaguars +5 (-110)', 'lost'], ['Bucs ML (-125)', 'won'], ['Giants ML (+230)', 'lost'], ['Lions -3 (-110)', 'won'], ['Cowboys ML (-118)', 'won']),
  toWeek(['Broncos +2.5 (-112)', 'won'], ['Eagles/Commanders under 47.5 (-110)', 'won'], ['Panthers ML (+145)', 'lost'], ['Ravens -6.5 (-110)', 'won'], ['Raiders +8 (-110)', 'push']),
  toWeek(['Packers -3.5 (-110)', 'won'], ['Bills/Jets under 43.5 (-105)', 'won'], ['Bears ML (+140)', 'won'], ['Chiefs ML (-165)', 'won'], ['Ravens -7 (-110)', 'push']),
  toWeek(['Vikings +2.5 (-110)', 'won'], ['Eagles ML (-140)', 'won'], ['Panthers ML (+320)', 'lost'], ['Lions team total over 27.5 (-115)', 'won'], ['Seahawks +6 (-110)', 'lost']),
  toWeek(['Broncos -1 (-110)', 'won'], ['Texans ML (-120)', 'won'], ['A safety in any game (+550)', 'lost'], null, ['Rams/Cardinals over 47 (-108)', 'won']),
  toWeek(['Steelers +3 (-110)', 'won'], ['Bengals ML (-135)', 'won'], ['Giants ML (+260)', 'lost', 'Giants +7.5 (-110)'], ['Dolphins -2.5', 'won'], null),
]
