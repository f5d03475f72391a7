import { expect, it } from 'vitest'
import { actSentence } from './act-sentence.ts'

it.each([
  ['league.assign-user', { username: 'rowan', role: 'player' }, 'made rowan player'],
  ['league.assign-team', { team_id: 3, username: null }, 'gave team 3 to nobody'],
  ['league.assign-team', { team_id: 3, username: 'rowan' }, 'gave team 3 to rowan'],
  ['admin.set-staff', { username: 'rowan', is_staff: false }, 'ended that rowan is site staff'],
  ['league.settings', { hasBetslip: true, seasonNote: null }, 'changed the settings: Betslip, season note'],
  ['league.settings', { name: 'New', was: 'Old' }, 'renamed Old to New'],
  ['league.refresh', { season: null, leagues: 3 }, 'refreshed 3 leagues'],
  ['league.refresh', { season: 2025, leagues: 1 }, 'refreshed the league, season 2025'],
  ['feed.pin', {}, 'pinned a ?'],
  ['history.unheard-of', { year: 2012 }, 'history.unheard-of, year 2012'],
  ['constructor', {}, 'constructor'],
])('%s %j is told as %j', (action, detail, sentence) => {
  expect(actSentence(action, detail)).toBe(sentence)
})
