import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSeason } from '../testing/season-fixture.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

const rename = (first_name: string, last_name = '') =>
  league.clients.viewer.post('/api/account/', { first_name, last_name })

const readAuthors = async () => {
  const { body } = await league.clients.player.get('/api/league/Harbour/social/feed/')
  return body.items.map((item: { user: string }) => item.user)
}

describe('names of people', () => {
  it.each([
    ['the username of another member', 'Player', 'Player (viewer)'],
    ['the username of site staff who are no members', 'stranger', 'stranger (viewer)'],
    ['the name under which the league itself posts', 'fieldhouse', 'fieldhouse (viewer)'],
    ['another member with other accents and case', 'SKÎPPER', 'SKÎPPER (viewer)'],
    ['nobody else', 'Vera', 'Vera'],
  ])('differ in the feed when they are %s', async (_, name, shown) => {
    await league.clients.boss.post('/api/users/set-staff/', { username: 'stranger', is_staff: true })
    await rename(name)
    await league.post('viewer', 'posts/', { content: 'I am the commissioner.' })
    expect(await readAuthors()).toEqual([shown])
  })

  it('differ in comments, votes and standings', async () => {
    await rename('Skipper')
    const { id } = (await league.post('player', 'posts/', { content: 'Who trades?' })).body
    const comment = await league.post('viewer', `posts/${id}/comments/`, { body: 'Me' })
    expect(comment.body.author).toBe('Skipper (viewer)')
    const proposal = await league.post('player', 'proposals/', {
      question: 'Two keepers?',
      options: ['Yes', 'No'],
      anonymous: false,
    })
    const [{ id: option_id }] = proposal.body.options
    const voted = await league.post('viewer', `proposals/${proposal.body.id}/vote/`, { option_id })
    expect(voted.body.options[0].voters).toEqual(['Skipper (viewer)'])

    const { testApp, clients } = league
    testApp.provider.read = () => buildSeason()
    await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
    await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'viewer' })
    const standings = await clients.player.get('/api/league/Harbour/standings/')
    const assigned = standings.body.standings.map((team: { assigned_user: string }) => team.assigned_user)
    expect(assigned).toContain('Skipper (viewer)')
  })

  it('contain no control and bidirectional characters, and single spaces only', async () => {
    const response = await rename(' Ve\u202Era\r\n\u200B Vole ', 'e\u0301\u2066\u2028x')
    expect([response.body.first_name, response.body.last_name]).toEqual(['Vera Vole', '\u00e9 x'])
    const client = league.testApp.client()
    const registered = await client.post('/api/register/', {
      username: 'newcomer',
      password: 'newcomer-has-a-secret',
      first_name: '\u202Etoor',
      last_name: '\u200D',
    })
    expect([registered.body.first_name, registered.body.last_name]).toEqual(['toor', ''])
  })
})
