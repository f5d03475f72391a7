import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent, page as viewport } from 'vitest/browser'
import { refreshProgressQuery } from '../../api/operations.ts'
import { buildLeagueMeta } from '../../testing/account-fixtures.ts'
import { errorResponse, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildFeedPage, buildPost } from '../../testing/feed-fixtures.ts'
import { buildHistory, buildSeason } from '../../testing/history-fixtures.ts'
import {
  buildMatchup,
  buildMatchupTeam,
  buildMyMatchupResponse,
  buildScoreboard,
} from '../../testing/matchup-fixtures.ts'
import { AT_LEAGUE, LEAGUE, MEMBER, STANDINGS } from '../../testing/member-fixtures.ts'
import { renderApp } from '../../testing/render.tsx'
import { buildRoster, buildRosterRow } from '../../testing/roster-fixtures.ts'

describe('league screen', () => {
  it('restores the league with its header and ESPN link', async () => {
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('heading', { name: LEAGUE })).toBeVisible()
    await expect.element(screen.getByText('Season 12 • Since 2015 • Commissioner: Ada Quill')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Open in ESPN' }))
      .toHaveAttribute('href', 'https://fantasy.espn.com/football/league?leagueId=1234&seasonId=2026')
    await expect
      .element(screen.getByRole('tab', { name: 'Overview' }))
      .toHaveAttribute('aria-selected', 'true')
    await expect.element(screen.getByText('No team assigned yet.')).toBeVisible()
    await expect.element(screen.getByText('Updated 3 min ago')).toBeVisible()
  })

  it('cycles through the loading messages every four seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    fakeServer({ ...MEMBER, 'GET /api/league/:league/me/summary/': neverResponds() })
    const { screen } = await renderApp(AT_LEAGUE)
    const bar = screen.getByRole('progressbar')
    for (const message of [
      'Loading league snapshot…',
      'Fetching standings…',
      'Locating your team…',
      'Loading league snapshot…',
    ]) {
      await expect.element(bar).toHaveAccessibleName(message)
      await vi.advanceTimersByTimeAsync(4080)
    }
  })

  it('shows in the tab that loading the standings failed, and retries', async () => {
    let isDown = true
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': () =>
        isDown ? errorResponse(500, 'internal_error', 'Internal server error.') : STANDINGS,
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=standings' })
    await expect.element(screen.getByText('Failed to load standings')).toBeVisible()
    isDown = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
  })

  it('marks the tabs with something new, and forgets it when they are opened', async () => {
    const inAnotherLeague = { league: 'Another league', tab: 'betslip' as const }
    const news = (...leagues: string[]) => ({
      count: 0,
      requests: 0,
      reports: 0,
      tabs: [...leagues.map((league) => ({ league, tab: 'league social' as const })), inAnotherLeague],
    })
    const { requests } = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/meta/': buildLeagueMeta({ features: ['betslip'] }),
      'GET /api/inbox/unread/': news(LEAGUE),
      'POST /api/league/:league/visits/': news(),
    })
    const { screen } = await renderApp(AT_LEAGUE)
    const tab = (name: string | RegExp) => screen.getByRole('tab', { name, exact: true })
    const marked = tab(/^League Social ?, something new$/)
    await expect.element(marked).toBeVisible()
    await expect.element(tab('Betslip')).toBeVisible()
    expect(requests.some(({ key }) => key.startsWith('POST'))).toBe(false)
    await marked.click()
    await expect.element(tab('League Social')).toHaveAttribute('aria-selected', 'true')
    await expect
      .poll(() => requests.find(({ key }) => key === 'POST /api/league/:league/visits/')?.body)
      .toEqual({ tab: 'league social' })
    await tab('Overview').click()
    await expect.element(tab('League Social')).toHaveAttribute('aria-selected', 'false')
  })

  it('opens the tab in the URL and goes back through the tabs', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ ...AT_LEAGUE, url: '/?tab=Standings' })
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
    await screen.getByRole('tab', { name: 'Matchup' }).click()
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    expect(page.url()).toBe('/?league=Sunday+Night+Lights&tab=matchup')
    page.back()
    await expect.element(screen.getByRole('rowheader', { name: 'Punt Intended' })).toBeVisible()
  })

  it.each([
    [820, ['This week', 'My Team | Top teams']],
    [1280, ['This week | My Team | Top teams']],
  ])('fills the rows of overview cards at a width of %d px', async (width, rows) => {
    onTestFinished(() => viewport.viewport(1280, 800))
    await viewport.viewport(width, 900)
    fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    const titles = ['This week', 'My Team', 'Top teams']
    await expect.element(screen.getByRole('heading', { name: 'This week' })).toBeVisible()
    const cards = titles.map((name) => {
      const card = screen.getByRole('heading', { name }).element().closest('section')
      return { name, box: card?.getBoundingClientRect() ?? new DOMRect() }
    })
    const tops = [...new Set(cards.map(({ box }) => box.top))]
    const namesAt = (top: number) => cards.filter(({ box }) => box.top === top).map(({ name }) => name)
    expect(tops.map((top) => namesAt(top).join(' | '))).toEqual(rows)
    const social = screen.getByRole('heading', { name: 'Latest from League Social' }).element()
    const right = social.closest('section')?.getBoundingClientRect().right
    for (const top of tops) expect(cards.findLast(({ box }) => box.top === top)?.box.right).toBe(right)
  })

  it('opens the tabs from the overview cards', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp(AT_LEAGUE)
    await screen.getByRole('link', { name: 'My Team' }).click()
    expect(page.url()).toBe('/?league=Sunday+Night+Lights&tab=roster')
    page.back()
    await screen.getByRole('link', { name: 'Latest from League Social' }).click()
    expect(page.url()).toBe('/?league=Sunday+Night+Lights&tab=league+social')
  })

  it.each([
    [[], false],
    [['betslip'] as const, true],
  ])('shows the Betslip tab only when the league has the feature (%#)', async (features, hasTab) => {
    fakeServer({ ...MEMBER, 'GET /api/league/:league/meta/': buildLeagueMeta({ features: [...features] }) })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Betslip' }).elements()).toHaveLength(hasTab ? 1 : 0)
  })

  it('replaces an unavailable tab in the URL with the overview', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ ...AT_LEAGUE, url: '/?tab=betslip' })
    await expect.element(screen.getByText('No team assigned yet.')).toBeVisible()
    expect([page.url(), page.entries()]).toEqual(['/?league=Sunday+Night+Lights&tab=overview', 1])
  })

  it('says that a league does not exist, and leads to the dashboard', async () => {
    const notFound = errorResponse(404, 'league_not_found', 'League not found.')
    fakeServer({ ...MEMBER, 'GET /api/league/:league/meta/': notFound })
    const { screen, page } = await renderApp(AT_LEAGUE)
    await expect
      .element(screen.getByRole('heading', { level: 1 }))
      .toMatchTextContent(`There's no league called “${LEAGUE}”`)
    await screen.getByRole('button', { name: 'Back to the dashboard' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
  })

  it('offers to join a league to a user who is not a member, and leads back to the dashboard', async () => {
    const server = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/meta/': errorResponse(
        403,
        'not_member',
        'You are not a member of this league.',
      ),
      'GET /api/leagues/': { leagues: [{ name: LEAGUE }] },
      'GET /api/my-requests/': { requests: [] },
      'POST /api/request-league/': { message: 'Request sent.' },
    })
    const { screen, page } = await renderApp({ url: '/?league=Sunday+Night+Lights&tab=standings' })
    await expect.element(screen.getByRole('heading', { name: `Request to join ${LEAGUE}` })).toBeVisible()
    await screen.getByRole('button', { name: 'Request to Join' }).click()
    await expect.element(screen.getByText('Request sent.')).toBeVisible()
    expect(server.requests.find(({ key }) => key === 'POST /api/request-league/')).toMatchObject({
      body: { league: LEAGUE, message: '' },
    })
    await screen.getByRole('button', { name: 'Back to the dashboard' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(page.win.localStorage.getItem('active_league')).toBeNull()
  })

  it('has one bar of 52 px on a phone, four tabs below, and all rooms with content behind More', async () => {
    onTestFinished(() => viewport.viewport(1280, 800))
    await viewport.viewport(390, 844)
    fakeServer({ ...MEMBER, 'GET /api/league/:league/me/roster/': buildRoster() })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=roster' })
    const tabs = screen.getByRole('tablist', { name: 'League' })
    await expect.element(tabs.getByRole('tab', { name: 'League Social' })).toBeVisible()
    expect(tabs.getByRole('tab').elements()).toHaveLength(4)
    expect(screen.getByRole('tabpanel', { name: 'Roster' }).element().getBoundingClientRect().top).toBe(68)
    expect(screen.getByRole('banner').element().getBoundingClientRect().height).toBe(52)
    for (const name of [
      new RegExp(`^Open menu ?${LEAGUE}$`),
      'Inbox',
      'Switch to dark theme',
      /your account/,
      'Logout',
    ])
      await expect.element(screen.getByRole('banner').getByRole('button', { name })).toBeVisible()

    const more = screen.getByRole('button', { name: 'More', exact: true })
    await expect.element(more).toHaveAttribute('aria-current', 'page')
    await more.click()
    const panel = screen.getByRole('dialog', { name: 'More' })
    await expect.element(panel.getByRole('link', { name: 'Open in ESPN' })).toBeVisible()
    await expect.element(panel.getByText('Season 12 • Since 2015 • Commissioner: Ada Quill')).toBeVisible()
    await expect
      .element(panel.getByRole('link', { name: 'Roster Lineup and bench' }))
      .toHaveAttribute('aria-current', 'page')
    // The league has no betslip, no earlier season, and nobody has a team.
    for (const name of [/Betslip/, /Trophies/, /Player news/])
      await expect.element(panel.getByRole('link', { name })).not.toBeInTheDocument()
    await panel.getByRole('link', { name: /^Standings/ }).click()
    await expect.element(screen.getByRole('tabpanel', { name: 'Standings' })).toBeVisible()
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('has its name, facts and tabs within 96 px on a laptop, and the rooms of a tab under it', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp({ ...AT_LEAGUE, url: '/?tab=overview' })
    const tabs = screen.getByRole('tablist', { name: 'League' })
    await expect.element(tabs).toBeVisible()
    expect(tabs.element().getBoundingClientRect().bottom).toBe(96)
    const social = tabs.getByRole('tab', { name: 'League Social' })
    ;(social.element() as HTMLElement).focus()
    const menu = screen.getByRole('menu', { name: 'League Social' })
    await expect
      .poll(async () => {
        await userEvent.keyboard('{ArrowDown}')
        return menu.elements().length
      })
      .toBe(1)
    await expect.element(menu.getByRole('menuitem', { name: /^League Social/ })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(social).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{End}')
    await expect.element(menu.getByRole('menuitem', { name: /^Members/ })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(page.url()).toBe('/?league=Sunday+Night+Lights&tab=league+social&view=members')
  })

  it('finds rooms, teams, people, players and seasons with the keyboard', async () => {
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/me/roster/': buildRoster(),
      'GET /api/league/:league/players/:player/': neverResponds(),
      'GET /api/league/:league/history/': buildHistory([buildSeason(2025, ['Ada Quill', 'Hugo Barley'])]),
      'GET /api/league/:league/insights/keepers/': {
        season: 2026,
        unavailable: null,
        is_finished: false,
        week: 3,
        draft_unavailable: null,
        has_all_transactions: true,
        rule: null,
        my_team_id: null,
        teams: [],
        players: [
          {
            team_id: 1,
            player: { player_id: 41, name: 'Quincy Punter', position: 'K', nfl_team: 'OWL' },
            steps: [],
            has_origin: false,
            years_kept: 0,
            kept_since: null,
            next_cost: null,
            obstacle: null,
          },
        ],
      },
    })
    const { screen, page } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    await userEvent.keyboard('/')
    const field = screen.getByRole('combobox', { name: `Search ${LEAGUE}` })
    await expect.element(field).toHaveFocus()
    const named = (group: string) => screen.getByRole('group', { name: group }).getByRole('option')
    await field.fill('punt')
    await expect.element(named('Teams')).toMatchTextContent('Punt Intended')
    await expect.element(named('Players')).toMatchTextContent('Quincy Punter')
    await field.fill('quill')
    await expect.element(named('People')).toMatchTextContent('Ada Quill')
    await field.fill('2026')
    await expect.element(named('Seasons')).toMatchTextContent('Season 2026')
    await field.fill('nothing like it')
    await expect.element(screen.getByText('No matches.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toBeInTheDocument()

    await userEvent.keyboard('{Control>}k{/Control}')
    await field.fill('s')
    await expect.element(named('Rooms').first()).toBeVisible()
    await field.fill('punt')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => page.url()).toBe('/?league=Sunday+Night+Lights&tab=roster&player=41')
  })

  it('opens a league from the dashboard and stores the active league', async () => {
    fakeServer(MEMBER)
    const { screen, page } = await renderApp()
    await screen.getByRole('button', { name: /Sunday Night Lights/ }).click()
    await expect.element(screen.getByRole('tab', { name: 'Overview' })).toBeVisible()
    expect(page.win.localStorage.getItem('route')).toBe('league')
    expect(page.win.localStorage.getItem('active_league')).toBe(LEAGUE)
  })

  it('shows the age of the data after a failed refresh', async () => {
    const threeDaysAgo = new Date()
    threeDaysAgo.setDate(threeDaysAgo.getDate() - 3)
    const day = threeDaysAgo.toLocaleDateString('en', { weekday: 'long' })
    fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': {
        season: 2026,
        scoring_format: 'points',
        standings: [],
        playoff_teams: null,
        is_finished: false,
        updated_at: threeDaysAgo.toISOString(),
        last_error: "ESPN didn't respond.",
      },
    })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText(`Showing data from ${day}: ESPN didn't respond.`)).toBeVisible()
    await expect.element(screen.getByText('Run a refresh.')).toBeVisible()
  })
})

describe('live league', () => {
  const ROSTER = 'GET /api/league/:league/me/roster/'

  it('updates the score on an event and closes the stream when the user leaves the league', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    let score = 80.25
    const respond = () =>
      buildMyMatchupResponse({
        state: 'live',
        status: 'In progress',
        away: { ...buildMatchupTeam({ score }), lineup: null },
      })
    const server = fakeServer({ ...MEMBER, 'GET /api/league/:league/me/matchup/': respond })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=matchup' })
    const away = screen.getByRole('region', { name: 'Away' })
    await expect.element(away).toMatchTextContent('80.3')
    expect(server.openStreams()).toEqual(['/api/league/Sunday%20Night%20Lights/events/?progress=outcome'])
    score = 86.25
    server.emit('scoreboard', { season: 2026 })
    await expect.element(away).toMatchTextContent('86.3')
    await expect.element(away.getByText('86.3')).toHaveAttribute('data-changed')
    await screen.getByRole('tab', { name: 'Standings' }).click()
    expect(server.openStreams()).toHaveLength(1)
    await screen.getByRole('button', { name: 'Fieldhouse' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Dario' })).toBeVisible()
    expect(server.openStreams()).toEqual([])
  })

  it('continues the win probability chart with the scores of events, until the players are done', async () => {
    const [before, live, later, end] = ['17:55', '18:10', '18:30', '20:30'].map(
      (time) => `2026-11-22T${time}:00.000Z`,
    ) as [string, string, string, string]
    const point = (at: string, home_win_chance: number) => ({
      at,
      state: 'live' as const,
      home_score: 10,
      away_score: 12,
      home_win_chance,
    })
    const freshness = { updated_at: live, last_error: null }
    const remaining = { yet_to_play: 4, in_play: 2, minutes_left: 192 }
    const team = { score: 10, proj: 90, win_chance: 0.6, remaining }
    const game = { id: 5, state: 'live', status: 'Live' } as const
    const { requests, emit } = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/me/matchup/': buildMyMatchupResponse(
        {
          ...game,
          away: { ...buildMatchupTeam({ ...team, name: 'Lund Ahoy', win_chance: 0.4 }), lineup: null },
          home: { ...buildMatchupTeam({ ...team, name: 'Marsh Madness' }), lineup: null },
        },
        freshness,
      ),
      'GET /api/league/:league/games/:season/:week/:game/timeline/': {
        season: 2026,
        week: 12,
        game_id: 5,
        points: [{ ...point(before, 0.5), state: 'before' }, point(live, 0.6)],
        facts: null,
        ...freshness,
      },
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=matchup' })
    await expect.element(screen.getByText('4 yet to play · 2 in play · 192 min left').first()).toBeVisible()
    await expect.poll(() => requests.some(({ key }) => key.includes('/timeline/'))).toBe(true)
    const sent = requests.length

    const emitScores = (
      updated_at: string,
      previous_updated_at: string,
      side: object,
      matchup: object = game,
    ) => {
      const sides = { away: { ...team, win_chance: 0.7 }, home: { ...team, win_chance: 0.3 } }
      const scored = { away: { ...sides.away, ...side }, home: { ...sides.home, ...side } }
      const matchups = [{ ...game, result: null, categories: null, ...matchup, ...scored }]
      const scores = { ...freshness, updated_at, previous_updated_at, week: 12, lineup_week: 12 }
      emit('scoreboard', {
        season: 2026,
        scores: { ...scores, matchups: matchups as never, scores: [], players: [], changed: [] },
      })
    }
    emitScores(later, live, { remaining: { yet_to_play: 1, in_play: 3, minutes_left: 60 } })
    await expect.element(screen.getByText('1 yet to play · 3 in play · 60 min left').first()).toBeVisible()
    const chart = screen.getByRole('img', { name: /Lund Ahoy 70%, after 1 lead change/ })
    await expect.element(chart).toBeVisible()

    emitScores(
      end,
      later,
      { win_chance: null, remaining: null },
      { state: 'final', status: 'Final', result: 'home' },
    )
    await expect.element(screen.getByRole('img', { name: /^Final: Marsh Madness won/ })).toBeVisible()
    await expect.element(screen.getByText('Lund Ahoy at Marsh Madness: Final')).toBeVisible()
    await expect.element(screen.getByText(/yet to play/)).not.toBeInTheDocument()
    const reads = requests.slice(sent).map(({ key }) => key)
    expect(reads.filter((key) => key.includes('/games/') || key.includes('/matchup/'))).toEqual([])
  })

  it('shows the scores of an event without a request', async () => {
    const matchup = buildMatchup({ id: 5, away: buildMatchupTeam({ name: 'Cleats', score: 80.25 }) })
    const scoreboard = buildScoreboard({ matchups: [matchup] })
    const standings = { ...STANDINGS, season: 2026, updated_at: scoreboard.updated_at }
    const { requests, emit } = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': standings,
      'GET /api/league/:league/scoreboard/': scoreboard,
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=scoreboard' })
    await expect.element(screen.getByText('80.3')).toBeVisible()
    const requestCount = requests.length
    const side = { score: 86.25, proj: 110, win_chance: 0.6, categories: null, remaining: null }
    const scores = {
      updated_at: new Date().toISOString(),
      last_error: null,
      previous_updated_at: scoreboard.updated_at,
      week: 12,
      lineup_week: 12,
      matchups: [{ id: 5, status: 'Live', state: 'live' as const, result: null, away: side, home: side }],
      scores: [],
      players: [],
      changed: [],
    }
    emit('scoreboard', { season: 2026, scores })
    await expect
      .element(screen.getByRole('article').getByText('86.3').first())
      .toHaveAttribute('data-changed')
    vi.spyOn(Math, 'random').mockReturnValue(0.1)
    onTestFinished(() => void vi.restoreAllMocks())
    // After a missed event, everything on screen is read again.
    const updated_at = new Date(Date.now() + 60_000).toISOString()
    emit('scoreboard', { season: 2026, scores: { ...scores, updated_at, previous_updated_at: null } })
    expect(requests).toHaveLength(requestCount)
    const rereads = () =>
      requests.slice(requestCount).map(({ key }) => key.replace('GET /api/league/:league/', ''))
    await expect
      .poll(() => rereads().sort())
      .toEqual(['me/summary/', 'meta/', 'scoreboard/', 'snapshot/', 'standings/'])
  })

  it('refetches the feed when a post is added', async () => {
    const { requests, emit } = fakeServer(MEMBER)
    const { screen } = await renderApp(AT_LEAGUE)
    const requestCount = () =>
      requests.filter(({ key }) => key === 'GET /api/league/:league/social/feed/').length
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    await vi.waitFor(() => expect(requestCount()).toBe(1))
    emit('feed', { change: 'added', type: 'post', id: 7 })
    await vi.waitFor(() => expect(requestCount()).toBe(2), { timeout: 3000 })
  })

  it('reads once and after a delay what is on screen when the connection was lost, and nothing else', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25)
    onTestFinished(() => void vi.restoreAllMocks())
    const { requests, interruptStreams } = fakeServer({
      ...MEMBER,
      [ROSTER]: buildRoster({ players: [] }),
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=roster' })
    const countRequests = (path: string) =>
      requests.filter(({ key }) => key === `GET /api/league/:league/${path}/`).length
    const counts = () => ['me/summary', 'standings', 'social/feed', 'me/roster'].map(countRequests)
    await expect.element(screen.getByText('No roster to show yet.')).toBeVisible()
    await screen.getByRole('tab', { name: 'Overview' }).click()
    await expect.element(screen.getByText('No team assigned yet.')).toBeVisible()
    await expect.poll(counts).toEqual([1, 1, 1, 1])
    for (let index = 0; index < 3; index += 1) interruptStreams()
    expect(counts()).toEqual([1, 1, 1, 1])
    await expect.poll(counts).toEqual([2, 2, 2, 1])
    await screen.getByRole('tab', { name: 'Roster' }).click()
    await expect.poll(counts).toEqual([2, 2, 2, 2])
  })

  it('refetches the history after an admin change but not after a score change', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const season = (reason: string | null) =>
      buildHistory([
        buildSeason(2025, ['Ada Quill', 'Hugo Barley'], {
          records_excluded: reason === null ? null : { reason },
        }),
      ])
    let history = season(null)
    const { requests, emit } = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/history/': () => history,
      'GET /api/league/:league/owner-compare/': errorResponse(404, 'owner_not_found', 'No such owner.'),
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=history' })
    const requestCount = () => requests.filter(({ key }) => key === 'GET /api/league/:league/history/').length
    await expect.element(screen.getByRole('article', { name: 'Season 2025' })).toBeVisible()
    history = season('Scores were doubled.')
    emit('scoreboard', { season: 2026 })
    emit('history', { change: 'records' })
    await expect.element(screen.getByText('Excluded from records: Scores were doubled.')).toBeInTheDocument()
    expect(requestCount()).toBe(2)
    history = season(null)
    emit('history', { change: 'seasons' })
    await expect.element(screen.getByText(/^Excluded from records/)).not.toBeInTheDocument()
  })

  it("shows a person's new picture without a reload", async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const person = { name: 'Ada Quill', color: '#123456' }
    let picture: string | null = null
    const { emit } = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/meta/': () => buildLeagueMeta({ people: [{ ...person, picture }] }),
      'GET /api/league/:league/social/feed/': buildFeedPage([buildPost({ user: 'Ada Quill' })]),
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=social' })
    const post = screen.getByRole('article', { name: 'Post by Ada Quill' })
    await expect.element(post).toBeVisible()
    expect(post.element().querySelector('img')).toBe(null)
    picture = '/favicon.svg'
    emit('history', { change: 'pictures' })
    await expect.poll(() => post.element().querySelector('img')?.getAttribute('src')).toBe(picture)
  })

  it('stores the progress of a refresh', async () => {
    const server = fakeServer(MEMBER)
    const { screen, client } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText('No team assigned.')).toBeVisible()
    const progress = { job: 'refresh', state: 'running', step: 'Reading teams', done: 1, total: 4 } as const
    server.emit('refresh', progress)
    await expect.poll(() => client.getQueryData(refreshProgressQuery(LEAGUE).queryKey)).toEqual(progress)
  })

  it('shows the reason as soon as a refresh fails', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    let last_error: string | null = null
    const server = fakeServer({
      ...MEMBER,
      'GET /api/league/:league/standings/': () => ({ ...STANDINGS, last_error }),
    })
    const { screen } = await renderApp(AT_LEAGUE)
    await expect.element(screen.getByText('Updated 3 min ago')).toBeVisible()
    last_error = "ESPN didn't respond."
    server.emit('refresh', {
      job: 'refresh',
      state: 'failed',
      step: "ESPN didn't respond.",
      done: 1,
      total: 4,
    })
    await expect.element(screen.getByText(/^Showing data from .*: ESPN didn't respond\.$/)).toBeVisible()
  })

  it('requests news about the players on the roster only', async () => {
    const players = [
      buildRosterRow({ player: 'Ada Fleet' }),
      buildRosterRow({ player: 'Owls D/ST', espn_id: -16001 }),
    ]
    const { requests } = fakeServer({
      ...MEMBER,
      [ROSTER]: buildRoster({ players }),
      'GET /api/player-news/': { items: [], is_complete: true },
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=roster' })
    await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
    const newsRequests = requests.filter(({ key }) => key === 'GET /api/player-news/')
    expect(newsRequests.map(({ path }) => path)).toEqual([
      '/api/player-news/?players=Ada+Fleet&source=stored',
    ])
  })

  it('shows an error in the news panel while the roster fails to load, and retries', async () => {
    let isDown = true
    fakeServer({
      ...MEMBER,
      [ROSTER]: () =>
        isDown ? errorResponse(500, 'internal_error', 'Internal server error.') : buildRoster(),
    })
    const { screen } = await renderApp({ ...AT_LEAGUE, url: '/?tab=roster' })
    await expect.element(screen.getByText('Failed to load your roster')).toBeVisible()
    const news = screen.getByRole('complementary', { name: 'Player News' })
    await expect.element(news.getByText('Failed to load your players')).toBeVisible()
    expect(news.getByText('No recent headlines.').elements()).toHaveLength(0)
    isDown = false
    await news.getByRole('button', { name: 'Retry' }).click()
    await expect.element(news.getByText('No recent headlines.')).toBeVisible()
    await expect.element(screen.getByText('Failed to load your roster')).not.toBeInTheDocument()
  })

  it('keeps the news when the roster fails to refetch', async () => {
    let isDown = false
    fakeServer({
      ...MEMBER,
      [ROSTER]: () =>
        isDown ? errorResponse(500, 'internal_error', 'Internal server error.') : buildRoster(),
    })
    const { screen, client } = await renderApp({ ...AT_LEAGUE, url: '/?tab=roster' })
    await expect.element(screen.getByText('No roster to show yet.')).toBeVisible()
    isDown = true
    await client.refetchQueries()
    await expect.element(screen.getByText(/Showing the last good data/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(1)
    await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
  })
})
