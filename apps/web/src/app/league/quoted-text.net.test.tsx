import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { scoreboardQuery } from '../../features/matchups/use-matchups.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildFeedPage, buildPost } from '../../testing/feed-fixtures.ts'
import { buildGameRecord, buildHistory, buildSeason, NO_RECORDS } from '../../testing/history-fixtures.ts'
import { buildMatchup, buildMatchupTeam, buildScoreboard } from '../../testing/matchup-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { buildPlayer } from '../../testing/roster-fixtures.ts'
import { SocialWithTransactions } from './social-with-transactions.tsx'

const FEED = 'GET /api/league/:league/social/feed/'
const SCOREBOARD = 'GET /api/league/:league/scoreboard/'
const PLAYER = 'GET /api/league/:league/players/:player/'
const TRADE = 'GET /api/league/:league/trades/:season/:trade/'
const HISTORY = 'GET /api/league/:league/history/'

const link = (search: string) => `${window.location.origin}/?league=Sunday&${search}`
const GAME_LINK = link('tab=matchup&season=2026&week=12&game=5')

function buildGame(awayScore: number) {
  return buildMatchup({
    id: 5,
    state: 'live',
    status: 'In progress',
    away: buildMatchupTeam({ name: 'Owls', score: awayScore, proj: 120 }),
    home: buildMatchupTeam({ name: 'Larks', score: 60, proj: 110 }),
  })
}

async function renderPost(content: string, responses: FakeResponses) {
  const server = fakeServer({ [FEED]: buildFeedPage([buildPost({ content })]), ...responses })
  const rendered = await renderWithClient(
    <SocialWithTransactions league="Sunday" user="Ada Quill" isAdmin={false} seasons={[2026]} />,
    '/?league=Sunday&tab=league+social',
  )
  const post = rendered.screen.getByRole('article', { name: 'Post by Ada Quill' })
  return { ...rendered, server, post }
}

describe('a link to a matchup in a post', () => {
  it('is a card with both teams, scores and the status, and its text is gone', async () => {
    const { post } = await renderPost(`What a game!\n${GAME_LINK}`, {
      [SCOREBOARD]: buildScoreboard({ matchups: [buildMatchup(), buildGame(87.5)] }),
    })
    const card = post.getByRole('figure', { name: 'Owls at Larks, 2026 week 12' })
    await expect.element(card).toBeVisible()
    await expect
      .element(card)
      .toMatchTextContent(/Matchup · 2026, Week 12.*In progress.*Owls.*87\.5.*Larks.*60\.0/)
    await expect.element(post.getByText('What a game!', { exact: true })).toBeVisible()
    expect(post.element().textContent).not.toContain('http')
  })

  it('follows the score without a reload', async () => {
    let score = 87.5
    const { post, client } = await renderPost(GAME_LINK, {
      [SCOREBOARD]: () => buildScoreboard({ matchups: [buildGame(score)] }),
    })
    await expect.element(post.getByText('87.5')).toBeVisible()
    score = 94.1
    await client.invalidateQueries({ queryKey: scoreboardQuery('Sunday').queryKey.slice(0, 3) })
    await expect.element(post.getByText('94.1')).toBeVisible()
  })

  it('opens the matchup in this page', async () => {
    const { post, page } = await renderPost(GAME_LINK, {
      [SCOREBOARD]: buildScoreboard({ matchups: [buildGame(87.5)] }),
    })
    await userEvent.click(post.getByRole('link', { name: 'Open Owls at Larks, 2026 week 12' }))
    expect(page.url()).toBe('/?league=Sunday&tab=matchup&season=2026&week=12&game=5')
  })

  it('reserves its space while it loads', async () => {
    const { post } = await renderPost(GAME_LINK, { [SCOREBOARD]: neverResponds() })
    const placeholder = post.getByRole('status', { name: 'Loading the matchup' })
    await expect.element(placeholder).toBeVisible()
    expect(placeholder.element().getBoundingClientRect().height).toBeGreaterThan(150)
  })

  it.each([
    ['that was deleted', buildScoreboard({ matchups: [buildMatchup()] })],
    ['of another week', buildScoreboard({ week: 11, matchups: [buildGame(1)] })],
    ['that the reader may not see', errorResponse(403, 'not_member', 'You are not a member of this league.')],
  ])('is a plain link to a matchup %s', async (_, response) => {
    const { post } = await renderPost(GAME_LINK, { [SCOREBOARD]: response })
    await expect.element(post.getByRole('link', { name: GAME_LINK })).toBeVisible()
    await expect.element(post.getByRole('figure', { name: /Owls/ })).not.toBeInTheDocument()
  })

  it('is a plain link, and nothing is read, if the page belongs to another league', async () => {
    const other = GAME_LINK.replace('Sunday', 'Monday')
    const { post, server } = await renderPost(other, {})
    await expect.element(post.getByRole('link', { name: other })).toBeVisible()
    expect(server.requests.filter(({ key }) => key === SCOREBOARD)).toEqual([])
  })
})

describe('a link to another page in a post', () => {
  it('is a card of a player with his points', async () => {
    const player = buildPlayer({ player: 'Rook Calloway', position: 'WR' })
    const { post } = await renderPost(link('tab=roster&player=7'), { [PLAYER]: player })
    const card = post.getByRole('figure', { name: 'Rook Calloway' })
    await expect
      .element(card)
      .toMatchTextContent(new RegExp(`Player · ${player.season}.*WR.*${player.season} points`))
  })

  it('is a plain link to a player whom no team had', async () => {
    const url = link('tab=roster&player=7')
    const { post } = await renderPost(url, {
      [PLAYER]: errorResponse(404, 'player_not_found', 'Player not found.'),
    })
    await expect.element(post.getByRole('link', { name: url })).toBeVisible()
  })

  it('is a card of a trade with both sides and what came of it', async () => {
    const player = (id: number, name: string) => ({ player_id: id, name, position: 'WR', nfl_team: 'GB' })
    const { post } = await renderPost(link('tab=league+social&season=2025&post=swap&view=trade'), {
      [TRADE]: {
        season: 2025,
        scoring_format: 'points',
        teams: [
          { team_id: 1, name: 'Larks', logo: null, color: null, owner: 'Ada Marlow' },
          { team_id: 2, name: 'Owls', logo: null, color: null, owner: 'Ben Okafor' },
        ],
        trade: {
          season: 2025,
          id: 'swap',
          kind: 'trade',
          status: 'done',
          reason: null,
          week: 3,
          at: '2025-09-17T08:00:00.000Z',
          bid: null,
          by_manager: false,
          team_ids: [1, 2],
          players: 'listed',
          moves: [
            { player: player(11, 'Rook Calloway'), from_team_id: 2, to_team_id: 1 },
            { player: player(12, 'Ned Castle'), from_team_id: 1, to_team_id: 2 },
          ],
          picks: [],
          budget: [],
        },
        is_reversed: false,
        unavailable: null,
        from_week: 4,
        through_week: 9,
        missing_weeks: [],
        sides: [
          { team_id: 1, net_started: 21, net_all: 18, received: [] },
          { team_id: 2, net_started: -21, net_all: -18, received: [] },
        ],
      },
    })
    const card = post.getByRole('figure', { name: 'Trade: Larks and Owls' })
    await expect
      .element(card)
      .toMatchTextContent(
        /2025, Week 3.*Larks\+21\.0Rook Calloway.*Owls−21\.0Ned Castle.*Points from starters/,
      )
  })

  it('is a card of a record with its holder and value', async () => {
    const record = buildGameRecord({ value: 201.5, side: 'home', home_owner: 'Mina Alder' })
    const { post } = await renderPost(link('tab=history&view=record-highest-team-game'), {
      [HISTORY]: buildHistory([], { league_records: { ...NO_RECORDS, highest_team_game: record } }),
    })
    const card = post.getByRole('figure', { name: 'Highest team score' })
    await expect.element(card).toMatchTextContent(/Record · Highest team score.*201\.5.*Mina Alder/)
  })

  it('is a plain link to a record that no game holds, and a card of a season', async () => {
    const record = link('tab=history&view=record-highest-team-game')
    const season = buildSeason(2024, ['Mina Alder'])
    const { post } = await renderPost(`${record}\n${link('tab=history&season=2024')}`, {
      [HISTORY]: buildHistory([season], { league_records: NO_RECORDS }),
    })
    await expect.element(post.getByRole('figure', { name: 'Season 2024' })).toBeVisible()
    await expect.element(post.getByRole('link', { name: record })).toBeVisible()
  })
})

describe('a link in a post that is being written', () => {
  it('is shown as a card before it is posted, and stays in the text', async () => {
    const { screen } = await renderPost('Hello', {
      [SCOREBOARD]: buildScoreboard({ matchups: [buildGame(87.5)] }),
    })
    const field = screen.getByRole('textbox', { name: 'Your post' })
    await userEvent.fill(field, `See ${GAME_LINK}`)
    const form = screen.getByRole('form', { name: 'Write a post' })
    await expect.element(form.getByRole('figure', { name: 'Owls at Larks, 2026 week 12' })).toBeVisible()
    await expect.element(field).toHaveValue(`See ${GAME_LINK}`)
    await userEvent.fill(field, 'See')
    await expect.element(form.getByRole('figure')).not.toBeInTheDocument()
  })
})
