import { expect, it } from 'vitest'
import { type AuditAction, describeAuditEntry } from './describe-audit-entry.ts'

it.each([
  ['league.assign-user', { username: 'rowan', role: 'player' }, 'made rowan player'],
  ['league.assign-team', { team_id: 3, username: null }, 'gave team 3 to nobody'],
  ['league.assign-team', { team_id: 3, username: 'rowan' }, 'gave team 3 to rowan'],
  ['admin.set-staff', { username: 'rowan', is_staff: false }, 'ended that rowan is site staff'],
  ['league.settings', { hasBetslip: true, seasonNote: null }, 'changed the settings: Betslip, season note'],
  ['league.settings', { name: 'New', was: 'Old' }, 'renamed Old to New'],
  ['league.refresh', { season: null, leagues: 3 }, 'refreshed 3 leagues'],
  ['league.refresh', { season: 2025, leagues: 1 }, 'refreshed the league, season 2025'],
  [
    'league.backfill',
    { start: 2012, end: 2014, force: false, scrape: false },
    'backfilled the seasons 2012 to 2014',
  ],
  [
    'league.backfill',
    { start: 2012, end: 2012, force: true, scrape: true },
    'backfilled the season 2012, with line-ups, reading again what was stored',
  ],
  ['owner.undo_merge', { owner: 'Ada M.', from: 'Ada' }, 'undid that Ada M. counts as Ada'],
  ['owner.picture', { owner: 'Ada Marlow', slug: 'ada-marlow' }, 'gave Ada Marlow a picture'],
  ['owner.picture_removed', { owner: 'Ada Marlow' }, 'removed the picture of Ada Marlow'],
  ['bets.save', { username: 'rowan', season: 2026, week: 5 }, 'wrote the pick of rowan for week 5 of 2026'],
  [
    'bets.settle',
    { username: 'rowan', season: 2026, week: 5, result: 'won', before: null },
    'settled the pick of rowan for week 5 of 2026: won',
  ],
  [
    'bets.settle',
    { username: 'rowan', season: 2026, week: 5, result: null, before: 'won' },
    'took back how the pick of rowan for week 5 of 2026 ended',
  ],
  [
    'bets.import',
    { imported: 3, kept: 1, skipped: 0 },
    'imported picks from the sheet: 3 written, 1 kept, 0 skipped',
  ],
  ['feed.pin', {}, 'pinned a ?'],
  ['history.unheard-of', { year: 2012 }, 'history.unheard-of, year 2012'],
  ['constructor', {}, 'constructor'],
])('%s %j is told as %j', (action, detail, sentence) => {
  expect(describeAuditEntry(action, detail)).toBe(sentence)
})

it('knows a sentence for whatever can be recorded', () => {
  // @ts-expect-error What has no sentence is no name of an action.
  const unheardOf: AuditAction = 'history.unheard-of'
  expect(describeAuditEntry(unheardOf, {})).toBe(unheardOf)
})
