import { describe, expect, it } from 'vitest'
import { inviteState, likelyTeam } from './invite-links.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const LINK = { expiresAt: new Date('2026-12-22T12:00:00Z'), revokedAt: null, uses: 0, maxUses: null }

describe('inviteState', () => {
  it.each([
    ['active', {}],
    ['active', { uses: 11, maxUses: 12 }],
    ['used_up', { uses: 12, maxUses: 12 }],
    ['active', { uses: 5000 }],
    ['expired', { expiresAt: NOW }],
    ['expired', { expiresAt: NOW, uses: 1, maxUses: 1 }],
    ['revoked', { revokedAt: NOW }],
    ['revoked', { revokedAt: NOW, expiresAt: NOW, uses: 1, maxUses: 1 }],
  ] as const)('is %s for a link with %j', (state, change) => {
    expect(inviteState({ ...LINK, ...change }, NOW)).toBe(state)
  })
})

describe('likelyTeam', () => {
  const teams = [
    { id: 1, owners: ['Ada Marlow'] },
    { id: 2, owners: ['Béla Kovács', 'Greta Holt'] },
    { id: 3, owners: ['Ada Lindqvist'] },
    { id: 4, owners: ['???'] },
    { id: 5, owners: [] },
  ]

  it.each([
    [1, { username: 'touchdown', name: 'Ada Marlow' }],
    [1, { username: 'touchdown', name: '  ada   MARLOW ' }],
    [2, { username: 'bela', name: 'Bela Kovacs' }],
    [2, { username: 'greta', name: 'greta' }],
    [2, { username: 'g.holt', name: 'g.holt' }],
    [1, { username: 'ada.marlow', name: 'ada.marlow' }],
    [1, { username: 'ada.m', name: 'ada.m' }],
    [3, { username: 'adalindqvist77', name: 'adalindqvist77' }],
    [null, { username: 'ada', name: 'ada' }],
    [null, { username: '77', name: '77' }],
    [null, { username: 'rowan', name: 'Rowan Pike' }],
  ])('is team %s for %j', (id, person) => {
    expect(likelyTeam(person, teams)?.id ?? null).toBe(id)
  })

  it('is nobody when two teams have an owner of that name', () => {
    const twins = [{ owners: ['Ada Marlow'] }, { owners: ['Ada Marlow'] }]
    expect(likelyTeam({ username: 'ada.marlow', name: 'Ada Marlow' }, twins)).toBeNull()
  })
})
