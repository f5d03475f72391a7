import { describe, expect, it } from 'vitest'
import { page as browserPage } from 'vitest/browser'
import type { Invite } from '../../features/invites/use-invites.ts'
import { buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render.tsx'

const CODE = 'AbCdEfGhIjKlMnOpQrStUv'
const LINK = `/join/${CODE}`
const WHOAMI = 'GET /api/whoami/'
const READ = 'POST /api/invites/read/'
const ACCEPT = 'POST /api/invites/accept/'
const REGISTER = 'POST /api/register/'

const FUMBLERS = { league_team_id: 7, name: 'Fumblers', logo: null, owners: ['Ada Marlow', 'Bo Vance'] }
const LARKS = { league_team_id: 8, name: 'Larks', logo: null, owners: [] }
const INVITE: Invite = {
  league: 'Sunday',
  season: 2026,
  needs_approval: false,
  teams: [FUMBLERS, LARKS],
  has_claimed_teams: true,
  me: null,
}
const NOT_MEMBER: NonNullable<Invite['me']> = {
  is_member: false,
  team: null,
  is_waiting: false,
  requested_team_id: null,
}
const JOINED = { message: 'Welcome to Sunday.', league: 'Sunday', outcome: 'joined' } as const
const REQUESTED = { ...JOINED, outcome: 'requested' } as const

/** What the screens behind the link ask for. They are not what these tests are about. */
const OTHER_SCREENS: FakeResponses = {
  'GET /api/league/:league/meta/': neverResponds(),
  'GET /api/league/:league/snapshot/': neverResponds(),
  'GET /api/league/:league/standings/': neverResponds(),
  'GET /api/league/:league/me/summary/': neverResponds(),
  'GET /api/user-leagues/:username/': { leagues: [] },
  'GET /api/my-requests/': { requests: [] },
  'GET /api/leagues/': { leagues: [] },
}

/** Opens the link as somebody who is signed out, or as a user. */
async function openLink(responses: FakeResponses, user: ReturnType<typeof buildUser> | null = null) {
  const server = fakeServer({
    [WHOAMI]: user ?? { username: null },
    [READ]: { ...INVITE, me: user === null ? null : NOT_MEMBER },
    ...OTHER_SCREENS,
    ...responses,
  })
  const { screen, page } = await renderApp({ url: LINK })
  const bodyOf = (key: string) => server.requests.find((request) => request.key === key)?.body
  return { screen, page, server, bodyOf }
}

describe('an invite link', () => {
  it('shows the league, and the teams nobody has claimed with their owners, to anybody', async () => {
    const { screen, page, bodyOf } = await openLink({})
    await expect.element(screen.getByRole('heading', { name: 'Join Sunday' })).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: /Fumblers/ }))
      .toMatchTextContent('FumblersAda Marlow, Bo Vance')
    await expect.element(screen.getByRole('button', { name: /Larks/ })).toMatchTextContent('No owner yet')
    expect(bodyOf(READ)).toEqual({ code: CODE })
    expect(page.url()).toBe(LINK)
    expect(document.title).toBe('Join your league · Fieldhouse')
    const leftOf = (text: string) => screen.getByText(text).element().getBoundingClientRect().left
    expect(leftOf("I'm just watching")).toBe(leftOf('Fumblers'))
  })

  it('creates an account with a suggested username, claims the team and opens its roster', async () => {
    const user = buildUser({ username: 'ada.marlow' })
    const { screen, page, bodyOf } = await openLink({ [REGISTER]: user, [ACCEPT]: JOINED })
    await screen.getByRole('button', { name: /Fumblers/ }).click()
    await expect.element(screen.getByLabelText('Username')).toHaveValue('ada.marlow')
    await screen.getByLabelText('Password').fill('touchdown-at-noon')
    await screen.getByRole('button', { name: 'Create account and claim Fumblers' }).click()
    await expect.poll(page.url).toBe('/?league=Sunday&tab=roster')
    expect(bodyOf(REGISTER)).toEqual({
      username: 'ada.marlow',
      password: 'touchdown-at-noon',
      email: '',
      role: 'user',
      invite_code: CODE,
    })
    expect(bodyOf(ACCEPT)).toEqual({ code: CODE, league_team_id: 7 })
  })

  it('keeps the chosen team while somebody corrects the username', async () => {
    const problem = 'That username is taken.'
    const { screen } = await openLink({
      [REGISTER]: errorResponse(409, 'username_taken', problem, { username: problem }),
    })
    await screen.getByRole('button', { name: /Fumblers/ }).click()
    await screen.getByLabelText('Password').fill('touchdown-at-noon')
    await screen.getByRole('button', { name: /Create account/ }).click()
    await expect.element(screen.getByLabelText('Username')).toHaveAccessibleDescription(problem)
    await expect.element(screen.getByLabelText('Username')).toHaveFocus()
    await expect.element(screen.getByText('Ada Marlow, Bo Vance')).toBeVisible()
  })

  it('claims the team of somebody who signs in to an account', async () => {
    const { screen, page, bodyOf } = await openLink({ 'POST /api/login/': buildUser(), [ACCEPT]: JOINED })
    await screen.getByRole('button', { name: /Larks/ }).click()
    await screen.getByRole('button', { name: 'I already have an account' }).click()
    await screen.getByLabelText('Username').fill('dario')
    await screen.getByLabelText('Password').fill('touchdown-at-noon')
    await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(page.url).toBe('/?league=Sunday&tab=roster')
    expect(bodyOf(ACCEPT)).toEqual({ code: CODE, league_team_id: 8 })
  })

  it('claims a team with two taps for somebody who is signed in', async () => {
    const { screen, page } = await openLink({ [ACCEPT]: JOINED }, buildUser())
    await screen.getByRole('button', { name: /Fumblers/ }).click()
    await expect.element(screen.getByText("You're signed in as dario.")).toBeVisible()
    await screen.getByRole('button', { name: 'Claim Fumblers' }).click()
    await expect.poll(page.url).toBe('/?league=Sunday&tab=roster')
  })

  it('opens the overview for somebody who is just watching', async () => {
    const { screen, page, bodyOf } = await openLink({ [ACCEPT]: JOINED }, buildUser())
    await screen.getByRole('button', { name: /just watching/ }).click()
    await screen.getByRole('button', { name: 'Join without a team' }).click()
    await expect.poll(page.url).toBe('/?league=Sunday&tab=overview')
    expect(bodyOf(ACCEPT)).toEqual({ code: CODE, league_team_id: null })
  })

  it('offers the other teams when somebody else was faster', async () => {
    let teams = [FUMBLERS, LARKS]
    const { screen } = await openLink(
      {
        [READ]: () => ({ ...INVITE, teams, me: NOT_MEMBER }),
        [ACCEPT]: () => {
          teams = [LARKS]
          return errorResponse(409, 'team_taken', 'Somebody else just claimed that team. Pick another one.')
        },
      },
      buildUser(),
    )
    await screen.getByRole('button', { name: /Fumblers/ }).click()
    await screen.getByRole('button', { name: 'Claim Fumblers' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Pick another one.')
    await expect.element(screen.getByRole('button', { name: /Larks/ })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /Fumblers/ })).not.toBeInTheDocument()
  })

  it('says that the commissioner has to approve, and that the page waits for it', async () => {
    let me = NOT_MEMBER
    const { screen } = await openLink(
      {
        [READ]: () => ({ ...INVITE, needs_approval: true, me }),
        [ACCEPT]: () => {
          me = { ...me, is_waiting: true, requested_team_id: 7 }
          return REQUESTED
        },
      },
      buildUser(),
    )
    await expect.element(screen.getByText(/Your commissioner approves you/)).toBeVisible()
    await screen.getByRole('button', { name: /Fumblers/ }).click()
    await screen.getByRole('button', { name: 'Claim Fumblers' }).click()
    await expect.element(screen.getByText(/Your commissioner has to approve you/)).toBeVisible()
    await expect.element(screen.getByText('You asked for Fumblers.')).toBeVisible()
    expect(screen.getByRole('button', { name: /Larks/ }).elements()).toHaveLength(0)
    await screen.getByText('Pick another team').click()
    await screen.getByRole('button', { name: /Larks/ }).click()
    await expect.element(screen.getByRole('button', { name: 'Claim Larks' })).toBeVisible()
  })

  it('leads back to the teams with Back, and keeps the chosen team through a reload', async () => {
    const { screen, page } = await openLink({})
    await screen.getByRole('button', { name: /Fumblers/ }).click()
    await expect.element(screen.getByText('Create your account.')).toBeVisible()
    await expect.element(screen.getByLabelText('Password')).toHaveFocus()
    expect(page.url()).toBe(`${LINK}?team=7`)
    page.back()
    await expect.element(screen.getByRole('button', { name: /Larks/ })).toBeVisible()
    page.forward()
    await expect.element(screen.getByText('Create your account.')).toBeVisible()
    await screen.getByRole('button', { name: 'Pick another team' }).click()
    await expect.element(screen.getByRole('button', { name: /Larks/ })).toBeVisible()
    expect(page.url()).toBe(LINK)
    await screen.getByRole('button', { name: /just watching/ }).click()
    await expect.element(screen.getByText('You join without a team.')).toBeVisible()
    expect(page.url()).toBe(`${LINK}?view=watching`)
  })

  it.each([
    ['the chosen team of its address', '7', 'Create your account.'],
    ['the teams when that team is not free', '9', 'Which team is yours?'],
  ])('opens with %s', async (_, team, text) => {
    fakeServer({ [WHOAMI]: { username: null }, [READ]: INVITE, ...OTHER_SCREENS })
    const { screen } = await renderApp({ url: `${LINK}?team=${team}` })
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it.each([
    ['a team', { ...NOT_MEMBER, is_member: true, team: 'Larks' }, 'Your team is Larks.'],
    ['no team', { ...NOT_MEMBER, is_member: true }, 'Your commissioner assigns your team.'],
  ])('leads a member with %s to the league', async (_, me, text) => {
    const { screen, page } = await openLink(
      { [READ]: { ...INVITE, me, teams: me.team === null ? [] : INVITE.teams } },
      buildUser(),
    )
    await expect.element(screen.getByText(text)).toBeVisible()
    await screen.getByRole('button', { name: 'Open Sunday' }).click()
    expect(page.url()).toBe('/?league=Sunday&tab=overview')
  })

  it('lets a member without a team pick one, but not just watch', async () => {
    const { screen } = await openLink(
      { [READ]: { ...INVITE, me: { ...NOT_MEMBER, is_member: true } } },
      buildUser(),
    )
    await expect.element(screen.getByRole('button', { name: /Fumblers/ })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /just watching/ })).not.toBeInTheDocument()
  })

  it.each([
    ['all are claimed', true, 'Every team has been claimed.'],
    ['none are stored yet', false, 'There are no teams yet.'],
  ])('says so when %s', async (_, has_claimed_teams, text) => {
    const { screen } = await openLink({ [READ]: { ...INVITE, teams: [], has_claimed_teams } })
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /just watching/ })).toBeVisible()
  })

  it('says why a link does not work, and leads away from it', async () => {
    const message = 'This invite link has expired. Ask your commissioner for a new one.'
    const { screen, page } = await openLink({ [READ]: errorResponse(404, 'invite_expired', message) })
    await expect.element(screen.getByText(message)).toBeVisible()
    await screen.getByRole('button', { name: 'Go to sign in' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
    expect([page.url(), page.win.sessionStorage.getItem('invite')]).toEqual(['/', null])
  })

  it('is still open when a sign-in provider leads back to the start page', async () => {
    fakeServer({ [WHOAMI]: buildUser(), [READ]: { ...INVITE, me: NOT_MEMBER }, ...OTHER_SCREENS })
    const { screen, page } = await renderApp({ url: '/', session: { invite: CODE } })
    await expect.element(screen.getByRole('heading', { name: 'Join Sunday' })).toBeVisible()
    expect(page.url()).toBe(LINK)
  })
})

it('fits on a small phone', async () => {
  await browserPage.viewport(320, 700)
  const { screen } = await openLink({})
  await expect.element(screen.getByRole('button', { name: /Fumblers/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
