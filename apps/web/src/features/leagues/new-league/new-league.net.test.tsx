import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { describe, expect, it } from 'vitest'
import type { LeagueJob, LeagueTeam } from '../../../api/operations.ts'
import { buildLeagueMeta, buildUser } from '../../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { renderApp } from '../../../testing/render.tsx'
import type { LeaguePreview } from './use-new-league.ts'

const SWID = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
const S2 = `AEB${'canaryDEF123'.repeat(10)}`

const PREVIEW: LeaguePreview = {
  provider: 'espn',
  league_id: '4711',
  espn_league_id: 4711,
  name: 'Harbour League',
  season: 2026,
  seasons: [2026, 2025, 2012],
  denied_seasons: [],
  is_public: true,
  read_with: 'none',
  teams: [
    { team_id: 1, name: 'Anchors', abbrev: 'ANC', logo: null, owners: ['Ada Marlow', 'Ben Okafor'] },
    { team_id: 2, name: 'Buoys', abbrev: 'BUO', logo: null, owners: [] },
  ],
}

const FIELD = 'League address, ID or Sleeper username'
const CURRENT = seasonAt(new Date())

const buildTeam = (id: number, name: string, assigned_user: string | null): LeagueTeam => ({
  league_team_id: id,
  name,
  abbrev: name.slice(0, 3).toUpperCase(),
  logo: null,
  wins: 0,
  losses: 0,
  ties: 0,
  rank: id,
  points_for: 0,
  points_against: 0,
  owners: ['Ada Marlow'],
  assigned_user,
})

const listTeams = (mine: string | null) => ({
  scoring_format: 'points' as const,
  ended_assignments: [],
  teams: [buildTeam(1, 'Anchors', mine), buildTeam(2, 'Buoys', 'ben')],
})

const READ = 'POST /api/league/:league/seasons/read/'
const SAVE_COOKIES = 'POST /api/league/:league/espn-credentials/'

function buildJob(overrides: Partial<LeagueJob> = {}): LeagueJob {
  return {
    id: 7,
    kind: 'backfill',
    state: 'running',
    asked_by: 'ada',
    step: 'Reading the 2025 season',
    done: 1,
    total: 14,
    created_at: '2026-10-11T18:30:00Z',
    started_at: '2026-10-11T18:30:00Z',
    ended_at: null,
    backfill: null,
    ...overrides,
  }
}

const stored = (...years: number[]) =>
  ({ seasons: years.map((season) => ({ season })), missing: [] }) as never

const missing = (...years: number[]) => ({ all_time: { missing_seasons: years } }) as never

async function open(url: string, responses: FakeResponses = {}) {
  const server = fakeServer({
    'GET /api/whoami/': buildUser({ is_admin: true, is_staff: true }),
    'GET /api/user-leagues/:username/': { leagues: [] },
    'POST /api/leagues/preview/': PREVIEW,
    'POST /api/create-league/': { message: 'Created.' },
    [READ]: { message: 'Reading the seasons.' },
    'GET /api/league/:league/teams/': neverResponds(),
    'GET /api/site/': neverResponds(),
    'GET /api/site/settings/': neverResponds(),
    'GET /api/league/:league/jobs/': { jobs: [] },
    'GET /api/league/:league/seasons/': stored(),
    'GET /api/league/:league/history/': neverResponds(),
    'GET /api/league/:league/cookie-status/': neverResponds(),
    'GET /api/league/:league/meta/': buildLeagueMeta(),
    ...responses,
  })
  const { screen, page } = await renderApp({ url })
  const bodiesOf = (key: string) =>
    server.requests.filter((request) => request.key === key).map(({ body }) => body)
  return { screen, page, bodiesOf }
}

describe('finding a league', () => {
  it('shows the league before it is created, and then the server reads it', async () => {
    const { screen, page, bodiesOf } = await open('/?route=new-league', {
      'GET /api/league/:league/jobs/': { jobs: [buildJob({ step: 'Reading the 2026 season' })] },
    })
    await screen
      .getByLabelText(FIELD)
      .fill('https://fantasy.espn.com/football/league?leagueId=4711&seasonId=2026')
    await screen.getByRole('button', { name: 'Find league' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Harbour League' })).toBeVisible()
    const card = screen.getByRole('region', { name: 'League on ESPN' })
    for (const text of [
      'Season 2026',
      '2 teams',
      'Found 3 seasons, 2012–2026',
      'Public',
      'Ada Marlow, Ben Okafor',
      'No owner',
    ])
      await expect.element(card.getByText(text, { exact: true })).toBeVisible()
    expect(page.win.location.search).toBe('?route=new-league&view=4711')
    expect(bodiesOf('POST /api/create-league/')).toEqual([])

    await card.getByLabelText('League name').fill('Harbour')
    await card.getByRole('button', { name: 'Create league' }).click()
    await expect.element(screen.getByText('Reading the 2026 season')).toBeVisible()
    expect(bodiesOf('POST /api/create-league/')).toEqual([
      {
        name: 'Harbour',
        source: { provider: 'espn', league_id: '4711' },
        cookies: '',
        reads_season: 2026,
      },
    ])
    expect(page.win.location.search).toBe('?route=new-league&league=Harbour&view=created')
  })

  it('looks for the league of the address', async () => {
    const { screen } = await open('/?route=new-league&view=4711')
    await expect.element(screen.getByRole('heading', { name: 'Harbour League' })).toBeVisible()
    await expect.element(screen.getByLabelText(FIELD)).toHaveValue('4711')
  })

  it('says at the field that the text has no ID, and that ESPN has no such league', async () => {
    const message = "ESPN couldn't find league 99. Check the ID, or paste the URL of your league's page."
    const { screen, bodiesOf } = await open('/?route=new-league', {
      'POST /api/leagues/preview/': errorResponse(404, 'provider_league_not_found', message, {
        league_id: message,
      }),
    })
    const field = screen.getByLabelText(FIELD)
    await field.fill('my league')
    await screen.getByRole('button', { name: 'Find league' }).click()
    await expect
      .element(field)
      .toHaveAccessibleDescription(
        "Paste the address of your league's page on ESPN or Sleeper, its ID, or enter your Sleeper username.",
      )
    await expect.element(field).toHaveFocus()
    await field.fill('https://fantasy.espn.com/basketball/league?leagueId=4711')
    await screen.getByRole('button', { name: 'Find league' }).click()
    await expect
      .element(field)
      .toHaveAccessibleDescription('This is a basketball league. Fieldhouse shows fantasy football leagues.')
    expect(bodiesOf('POST /api/leagues/preview/')).toEqual([])
    await field.fill('99')
    await screen.getByRole('button', { name: 'Find league' }).click()
    await expect.element(field).toHaveAccessibleDescription(message)
    await expect.element(field).toHaveFocus()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(message)
  })

  it('shows no league any more when what is entered then is none', async () => {
    const { screen } = await open('/?route=new-league&view=4711')
    await expect.element(screen.getByRole('heading', { name: 'Harbour League' })).toBeVisible()
    const field = screen.getByLabelText(FIELD)
    await field.fill('not a league!')
    await screen.getByRole('button', { name: 'Find league' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Harbour League' })).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('not a league!')
    await expect.element(field).toHaveAccessibleDescription(/^Paste the address of your league's page/)
  })

  it('creates a league of Yahoo for tables and files, and then takes them', async () => {
    const { screen, bodiesOf } = await open('/?route=new-league', {
      'GET /api/league/:league/meta/': buildLeagueMeta({ provider_page: null }),
    })
    const field = screen.getByLabelText(FIELD)
    await field.fill('https://football.fantasysports.yahoo.com/f1/4711?leagueId=4711')
    await expect.element(field).toHaveAccessibleDescription('Leagues of Yahoo come as tables or files.')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('heading', { name: 'A league from Yahoo' })).toBeVisible()
    await screen.getByLabelText('League name').fill('Harbour')
    await screen.getByRole('button', { name: 'Create league' }).click()
    await expect.element(screen.getByRole('button', { name: 'Paste a table' })).toBeVisible()
    expect(bodiesOf('POST /api/create-league/')).toEqual([{ name: 'Harbour', source: null }])
    expect(bodiesOf('POST /api/leagues/preview/')).toEqual([])
  })

  it('shows the ID of the address again after a step back', async () => {
    const { screen, page } = await open('/?route=new-league&view=4711')
    const field = screen.getByLabelText(FIELD)
    const name = screen.getByLabelText('League name')
    await name.fill('Harbour')
    await field.fill('https://fantasy.espn.com/football/league?leagueId=815')
    await screen.getByRole('button', { name: 'Find league' }).click()
    await expect.element(field).toHaveValue('815')
    await expect.element(name).toHaveValue('Harbour League')
    page.win.history.back()
    await expect.element(field).toHaveValue('4711')
  })

  it('offers to try again when ESPN does not respond', async () => {
    let attempts = 0
    const { screen } = await open('/?route=new-league&view=4711', {
      'POST /api/leagues/preview/': () => {
        attempts += 1
        return attempts === 1 ? errorResponse(502, 'provider_unavailable', "ESPN didn't respond.") : PREVIEW
      },
    })
    await expect.element(screen.getByText("ESPN didn't respond.")).toBeVisible()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Harbour League' })).toBeVisible()
  })

  it('asks for the cookies of a private league, finds them in what is pasted, and saves them with the league', async () => {
    const message = 'This league is private. Add ESPN cookies to read it.'
    const { screen, bodiesOf } = await open('/?route=new-league&view=4711', {
      'POST /api/leagues/preview/': ({ body }) =>
        (body as { cookies: string }).cookies === ''
          ? errorResponse(400, 'league_private', message, { cookies: message })
          : { ...PREVIEW, is_public: false, read_with: 'given' },
    })
    await expect.element(screen.getByRole('heading', { name: 'This league is private' })).toBeVisible()
    for (const [browser, panel] of [
      ['Chrome', 'Application'],
      ['Firefox', 'Storage'],
      ['Safari', 'Storage'],
    ] as const) {
      await screen.getByRole('tab', { name: browser }).click()
      const name = `The ${panel} panel of ${browser}'s developer tools`
      await expect.element(screen.getByRole('img', { name })).toBeVisible()
    }
    const field = screen.getByLabelText('Paste everything')
    await field.fill(`SWID\t${SWID}\t.espn.com`)
    await expect.element(screen.getByText('SWID found')).toBeVisible()
    await expect.element(screen.getByText('espn_s2 missing')).toBeVisible()
    await screen.getByRole('button', { name: 'Show the league' }).click()
    await expect
      .element(field)
      .toHaveAccessibleDescription("We didn't find espn_s2 in this text. Copy both cookies.")
    await expect.element(field).toHaveFocus()
    await field.fill(`curl 'https://fantasy.espn.com/' -H 'cookie: SWID=${SWID}; espn_s2=${S2}'`)
    await screen.getByRole('button', { name: 'Show the league' }).click()
    await expect.element(screen.getByText('Private', { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Create league' }).click()
    const cookies = `SWID=${SWID}; espn_s2=${S2}`
    await expect.poll(() => bodiesOf('POST /api/create-league/')).toMatchObject([{ cookies }])
  })

  it('keeps what was pasted when ESPN rejects the cookies', async () => {
    const message = 'ESPN rejected these cookies for this league.'
    const { screen } = await open('/?route=new-league&view=4711', {
      'POST /api/leagues/preview/': ({ body }) =>
        (body as { cookies: string }).cookies === ''
          ? errorResponse(400, 'league_private', 'Private.', { cookies: 'Private.' })
          : errorResponse(400, 'cookies_refused', message, { cookies: message }),
    })
    const field = screen.getByLabelText('Paste everything')
    await field.fill(`SWID=${SWID}; espn_s2=${S2}`)
    await screen.getByRole('button', { name: 'Show the league' }).click()
    await expect.element(field).toHaveAccessibleDescription(message)
    await expect.element(field).toHaveValue(`SWID=${SWID}; espn_s2=${S2}`)
    await expect.element(field).toHaveFocus()
  })

  it('says at the name that it is taken', async () => {
    const { screen } = await open('/?route=new-league&view=4711', {
      'POST /api/create-league/': errorResponse(409, 'league_name_taken', 'A league with that name exists.'),
    })
    await screen.getByRole('button', { name: 'Create league' }).click()
    const field = screen.getByLabelText('League name')
    await expect.element(field).toHaveAccessibleDescription('A league with that name exists.')
    await expect.element(field).toHaveFocus()
  })
})

describe('finding a league of Sleeper', () => {
  const LEAGUE = '918335334096846848'
  const OLDER = '792314138780090368'
  const ON_SLEEPER: LeaguePreview = {
    ...PREVIEW,
    provider: 'sleeper',
    league_id: LEAGUE,
    espn_league_id: null,
    is_public: null,
    seasons: [2026, 2025, 2024, 2023, 2022, 2021, 2020],
  }
  const FIND = 'GET /api/providers/sleeper/leagues/'
  const league = (id: string, name: string, season: number, previous: string | null = null) => ({
    league_id: id,
    name,
    season,
    total_rosters: 12,
    previous_league_id: previous,
  })
  /** The leagues of ada_m, as the server lists them. */
  const listLeagues: FakeResponses = {
    [FIND]: ({ path }) => {
      const asked = new URL(path, 'http://localhost').searchParams.get('season')
      const season = asked === null ? CURRENT : Number(asked)
      const all = [
        league(LEAGUE, 'Harbour League', CURRENT, OLDER),
        league(OLDER, 'Harbour League', CURRENT - 1),
        league('1128059523031220224', 'Old Boys', CURRENT - 1),
      ]
      return { season, leagues: all.filter((each) => each.season === season) }
    },
    'POST /api/leagues/preview/': ON_SLEEPER,
  }

  it('lists the leagues of a user, shows the chosen one with its seasons, and creates it without cookies', async () => {
    const { screen, page, bodiesOf } = await open('/?route=new-league', listLeagues)
    await screen.getByLabelText(FIELD).fill('ada_m')
    await expect.element(screen.getByRole('radio', { name: 'Sleeper' })).toBeChecked()
    await screen.getByRole('button', { name: 'Find leagues' }).click()
    expect(page.win.location.search).toBe('?route=new-league&view=%40ada_m')
    await screen.getByRole('button', { name: 'Harbour League 12 teams' }).click()
    expect(page.win.location.search).toBe(`?route=new-league&view=${LEAGUE}`)
    const card = screen.getByRole('region', { name: 'League on Sleeper' })
    await expect.element(card.getByText('Found 7 seasons, 2020–2026')).toBeVisible()
    expect(bodiesOf('POST /api/create-league/')).toEqual([])
    await card.getByRole('button', { name: 'Create league' }).click()
    await expect
      .poll(() => bodiesOf('POST /api/create-league/'))
      .toEqual([
        {
          name: 'Harbour League',
          source: { provider: 'sleeper', league_id: LEAGUE },
          cookies: '',
          reads_season: 2026,
        },
      ])
    await expect
      .element(screen.getByRole('heading', { name: 'This league is private' }))
      .not.toBeInTheDocument()
  })

  it('shows earlier seasons one by one, without the leagues that go on', async () => {
    const { screen } = await open('/?route=new-league&view=%40ada_m', listLeagues)
    await expect.element(screen.getByRole('button', { name: /^Harbour League/ })).toBeVisible()
    await screen.getByRole('button', { name: `Show ${CURRENT - 1}` }).click()
    const season = screen.getByRole('region', { name: `${CURRENT - 1}` })
    await expect.element(season.getByRole('button', { name: /^Old Boys/ })).toBeVisible()
    await expect.element(season.getByRole('button', { name: /^Harbour League/ })).not.toBeInTheDocument()
  })

  it('begins with the newest season that has leagues, and says that a user has none', async () => {
    const old = { ...league(OLDER, 'Old Boys', 2023), season: 2023 }
    const { screen } = await open('/?route=new-league&view=%40ada_m', {
      [FIND]: { season: 2023, leagues: [old] },
    })
    const season = screen.getByRole('region', { name: '2023' })
    await expect.element(season.getByRole('button', { name: /^Old Boys/ })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Show 2022' })).toBeVisible()
    await screen.unmount()
    const none = await open('/?route=new-league&view=%40ada_m', { [FIND]: { season: CURRENT, leagues: [] } })
    await expect.element(none.screen.getByText(/^ada_m has no leagues on Sleeper\./)).toBeVisible()
  })

  it('says at the field that Sleeper has no such user, and what to enter', async () => {
    const message = "Sleeper has no user ada_m. Enter the username of a Sleeper account, not a team's name."
    const { screen } = await open('/?route=new-league&view=%40ada_m', {
      [FIND]: errorResponse(404, 'provider_user_not_found', message, { username: message }),
    })
    await expect.element(screen.getByLabelText(FIELD)).toHaveAccessibleDescription(message)
    await expect.element(screen.getByRole('region', { name: 'Leagues of ada_m' })).not.toBeInTheDocument()
  })

  it('detects the platform in what is pasted, and asks for a username once Sleeper is chosen', async () => {
    const { screen, bodiesOf } = await open('/?route=new-league', listLeagues)
    const field = screen.getByLabelText(FIELD)
    await screen.getByRole('radio', { name: 'Sleeper' }).click()
    await field.fill('my league')
    await screen.getByRole('button', { name: 'Find league' }).click()
    await expect
      .element(field)
      .toHaveAccessibleDescription('Enter your Sleeper username, or the ID or address of a Sleeper league.')
    await field.fill('https://fantasy.espn.com/football/league?leagueId=4711')
    await expect.element(screen.getByRole('radio', { name: 'ESPN' })).toBeChecked()
    await field.fill(`https://sleeper.com/leagues/${LEAGUE}/team`)
    await expect.element(screen.getByRole('radio', { name: 'Sleeper' })).toBeChecked()
    await screen.getByRole('button', { name: 'Find league' }).click()
    await expect.element(screen.getByRole('region', { name: 'League on Sleeper' })).toBeVisible()
    expect(bodiesOf('POST /api/leagues/preview/')).toEqual([
      { source: { provider: 'sleeper', league_id: LEAGUE }, cookies: '' },
    ])
  })

  it.each([
    ['an earlier season', { league_id: '990000000000000001', season: 2100 }, /You entered another season/],
    ['a season that is over', { season: 2023 }, /The newest season we found is 2023, \d+ years ago\./],
  ])('says what an ID of %s has led to', async (_, changes, note) => {
    const { screen } = await open(`/?route=new-league&view=${LEAGUE}`, {
      'POST /api/leagues/preview/': { ...ON_SLEEPER, ...changes },
    })
    await expect.element(screen.getByText(note)).toBeVisible()
  })
})

describe('setting up a league that exists', () => {
  const HARBOUR = '/?route=new-league&league=Harbour&view=created'

  it('resumes at the running backfill, counts its seasons and stops it', async () => {
    let isStopped = false
    const { screen, bodiesOf } = await open(HARBOUR, {
      'GET /api/league/:league/jobs/': () => ({
        jobs: [isStopped ? buildJob({ state: 'done', step: 'Stopped. Seasons read: 1.' }) : buildJob()],
      }),
      'GET /api/league/:league/seasons/': stored(2026, 2025),
      'GET /api/league/:league/history/': missing(2012, 2013),
      'POST /api/league/:league/history/backfill-admin/stop/': () => {
        isStopped = true
        return { message: 'Stopped.' }
      },
    })
    await expect.element(screen.getByText('Reading the 2025 season')).toBeVisible()
    await expect.element(screen.getByText('1 of 14')).toBeVisible()
    await expect.element(screen.getByText('2 seasons are here: 2025 to 2026.')).toBeVisible()
    await screen.getByRole('button', { name: 'Stop' }).click()
    await expect.element(screen.getByText("2 earlier seasons aren't here yet: 2012, 2013.")).toBeVisible()
    await screen.getByRole('button', { name: 'Read earlier seasons' }).click()
    await expect.poll(() => bodiesOf(READ)).toEqual([{}])
    await expect.element(screen.getByRole('button', { name: 'Open Harbour' })).toBeVisible()
  })

  it('lets the commissioner choose a team that nobody has, while the seasons are read', async () => {
    let mine: string | null = null
    const { screen, bodiesOf } = await open(HARBOUR, {
      'GET /api/league/:league/jobs/': { jobs: [buildJob()] },
      'GET /api/league/:league/seasons/': stored(2026),
      'GET /api/league/:league/teams/': () => listTeams(mine),
      'POST /api/league/:league/assign-team/': () => {
        mine = 'dario'
        return { message: 'The team is now assigned to dario.' }
      },
    })
    await expect.element(screen.getByText('Choose your team')).toHaveAttribute('aria-current', 'step')
    await expect.element(screen.getByRole('button', { name: /^Buoys Taken/ })).toBeDisabled()
    await screen.getByRole('button', { name: /^Anchors/ }).click()
    await expect.element(screen.getByRole('img', { name: 'yours' })).toBeVisible()
    await expect
      .element(screen.getByText('Invite your league').first())
      .toHaveAttribute('aria-current', 'step')
    expect(bodiesOf('POST /api/league/:league/assign-team/')).toEqual([
      { league_team_id: 1, username: 'dario', expected: { username: null } },
    ])
  })

  it('asks no more for a team from somebody who has none', async () => {
    const { screen } = await open(HARBOUR, {
      'GET /api/league/:league/seasons/': stored(2026),
      'GET /api/league/:league/teams/': listTeams(null),
    })
    await screen.getByRole('button', { name: "I don't have a team" }).click()
    await expect.element(screen.getByText('You run this league without a team.')).toBeVisible()
    await screen.getByRole('button', { name: 'Change' }).click()
    await expect.element(screen.getByRole('button', { name: /^Anchors/ })).toBeVisible()
  })

  it('names the platform that the league is read from', async () => {
    const { screen } = await open(HARBOUR, {
      'GET /api/league/:league/meta/': buildLeagueMeta({
        provider_page: { provider: 'sleeper', url: 'https://sleeper.com/leagues/918335334096846848' },
      }),
      'GET /api/league/:league/jobs/': { jobs: [buildJob({ step: '' })] },
    })
    await expect.element(screen.getByText('Contacting Sleeper…')).toBeVisible()
    await expect
      .element(screen.getByRole('progressbar', { name: 'Reading Harbour from Sleeper' }))
      .toBeVisible()
  })

  it('says why the league could not be read, and takes cookies for it', async () => {
    const step =
      'This league is private on ESPN. Add the SWID and espn_s2 cookies of a league member to read it.'
    const { screen, bodiesOf } = await open(HARBOUR, {
      'GET /api/league/:league/jobs/': { jobs: [buildJob({ kind: 'refresh', state: 'failed', step })] },
      'GET /api/league/:league/cookie-status/': {
        has_swid: false,
        has_s2: false,
        source: 'none',
        may_use_server: true,
        tested: null,
        saved_at: null,
        accepted_at: null,
        refused_at: '2026-10-11T18:30:00Z',
      },
      [SAVE_COOKIES]: { message: 'Saved.', state: 'tested' },
    })
    await expect.element(screen.getByText(step)).toBeVisible()
    await screen.getByLabelText('Paste everything').fill(`SWID=${SWID}; espn_s2=${S2}`)
    await screen.getByRole('button', { name: 'Save and read' }).click()
    await expect.poll(() => bodiesOf(READ)).toHaveLength(1)
    expect(bodiesOf(SAVE_COOKIES)).toHaveLength(1)
  })
})
