import { expect, it } from 'vitest'
import { type AuditAction, auditActionLabel, describeAuditEntry } from './audit-log.ts'

it.each([
  ['site.settings', { signup: 'invite' }, 'closed sign-up for everybody without an invite link'],
  ['site.settings', { signup: 'open' }, 'opened sign-up for anybody'],
  ['site.settings', { address: 'https://a.example' }, 'changed the URL of the site to https://a.example'],
  ['league.assign-user', { username: 'rowan', role: 'player' }, 'made rowan a player'],
  ['league.assign-user', { username: 'rowan', role: 'admin' }, 'made rowan an admin'],
  ['league.assign-team', { team_id: 3, username: null }, 'unassigned team 3'],
  ['league.assign-team', { team_id: 3, username: 'rowan' }, 'assigned team 3 to rowan'],
  [
    'league.assign-team',
    { team_id: 3, username: 'rowan', co_owner: true },
    'made rowan a co-owner of team 3',
  ],
  ['admin.set-staff', { username: 'rowan', is_staff: false }, 'removed rowan from site staff'],
  ['account.password', { sessions_ended: 1, keeps_tokens: false }, 'changed their password'],
  [
    'admin.reset-password',
    { username: 'rowan', keeps_tokens: true },
    "reset rowan's password, keeping API tokens and calendar and feed addresses",
  ],
  ['account.create_subscription', { kind: 'calendar' }, 'created an address for calendar apps'],
  ['league.leave', { role: 'player' }, 'left the league, as a player'],
  ['account.end_sessions', { ended: 1 }, 'signed out of 1 other session'],
  ['account.end_sessions', { ended: 3 }, 'signed out of 3 other sessions'],
  [
    'league.settings',
    { hasBetslip: true, seasonNote: null },
    'changed the league settings: Betslip, season note',
  ],
  ['league.settings', { name: 'New', was: 'Old' }, 'renamed the league from Old to New'],
  [
    'league.espn-id',
    { from: 4711, to: 815, deleted: '2025, 2026' },
    'changed the ESPN league ID from 4711 to 815 and deleted the seasons 2025, 2026',
  ],
  ['league.espn-id', { from: 4711, to: 815, deleted: '' }, 'changed the ESPN league ID from 4711 to 815'],
  ['league.keeper-rule', { unit: 'round' }, 'changed the keeper rule'],
  ['league.keeper-rule', { unit: null }, 'removed the keeper rule'],
  [
    'league.create-invite',
    { id: 4, days: 30, needs_approval: true },
    'created an invite link for 30 days, with approval',
  ],
  ['league.use-invite', { id: 4, team_id: null }, 'joined through invite link 4'],
  ['league.use-invite', { id: 4, team_id: 3 }, 'joined through invite link 4 and claimed team 3'],
  [
    'league.undo-claim',
    { id: 4, username: 'rowan', team_id: 3 },
    'undid what rowan got through invite link 4, including team 3',
  ],
  ['league.refresh', { season: null, leagues: 3 }, 'refreshed 3 leagues'],
  ['league.refresh', { season: 2025, leagues: 1 }, 'refreshed the league for the 2025 season'],
  [
    'league.backfill',
    { start: 2012, end: 2014, force: false, scrape: false },
    'backfilled the 2012 to 2014 seasons',
  ],
  [
    'league.backfill',
    { start: 2012, end: 2012, force: true, scrape: true },
    'backfilled the 2012 season, including lineups, replacing stored data',
  ],
  ['owner.undo_merge', { owner: 'Ada M.', from: 'Ada' }, 'undid the merge of Ada M. into Ada'],
  ['owner.picture', { owner: 'Ada Marlow', slug: 'ada-marlow' }, 'uploaded a picture for Ada Marlow'],
  ['owner.picture_removed', { owner: 'Ada Marlow' }, "removed Ada Marlow's picture"],
  ['trophy.picture', { description: null }, 'uploaded a picture of the trophy'],
  ['trophy.description', { description: 'A tin cup' }, 'described the trophy picture: A tin cup'],
  ['trophy.description', { description: null }, 'removed the description of the trophy picture'],
  ['trophy.picture_removed', {}, 'removed the picture of the trophy'],
  [
    'dues.save',
    { season: 2026, amount: '50.00', prizes: 1, version: 1 },
    'saved the dues of 2026: $50.00 per team, 1 prize',
  ],
  ['dues.save', { season: 2026, removed: true }, 'removed the dues of 2026'],
  [
    'dues.adjustment',
    { season: 2026, team: 'Buoys', amount: '-5.00', reason: 'Carried over' },
    'changed what Buoys owes for 2026 by −$5.00: Carried over',
  ],
  [
    'dues.payout',
    { season: 2026, prize: 'Champion', team: 'Buoys', amount: '90.00' },
    'noted that $90.00 was paid out to Buoys for Champion in 2026',
  ],
  ['bets.save', { username: 'rowan', season: 2026, week: 5 }, "saved rowan's pick for Week 5 of 2026"],
  [
    'bets.settle',
    { username: 'rowan', season: 2026, week: 5, result: 'won', before: null },
    "settled rowan's pick for Week 5 of 2026: won",
  ],
  [
    'bets.settle',
    { username: 'rowan', season: 2026, week: 5, result: null, before: 'won' },
    "cleared the result of rowan's pick for Week 5 of 2026",
  ],
  [
    'bets.import',
    { imported: 3, kept: 1, skipped: 0 },
    'imported picks from the sheet: 3 imported, 1 kept, 0 skipped',
  ],
  ['feed.pin', {}, 'pinned a ?'],
  ['feed.pin', { type: 'proposal' }, 'pinned a proposal'],
  ['feed.delete', { type: 'media' }, 'deleted a photo or video'],
  ['feed.edit', { type: 'comment' }, 'edited a comment'],
  ['feed.hide', { type: 'media', reason: 'Private' }, 'hid a photo or video: Private'],
  ['feed.unhide', { type: 'post' }, 'showed a post again'],
  ['feed.dismiss_reports', { type: 'proposal' }, 'dismissed the reports of a proposal'],
  ['feed.reopen_reports', { type: 'comment' }, 'reopened the reports of a comment'],
  ['feed.slow_mode', { seconds: 300 }, 'turned on slow mode: 5 minutes'],
  ['feed.slow_mode', { seconds: 0 }, 'turned off slow mode'],
  ['history.unknown', { year: 2012 }, 'history.unknown, year 2012'],
  ['constructor', {}, 'constructor'],
])('describes %s %j as %j', (action, detail, description) => {
  expect(describeAuditEntry(action, detail)).toBe(description)
})

it('describes every action that can be recorded', () => {
  // @ts-expect-error An action without a description is not an AuditAction.
  const unknownAction: AuditAction = 'history.unknown'
  expect(describeAuditEntry(unknownAction, {})).toBe(unknownAction)
})

it('returns the label of a known action', () => {
  expect(auditActionLabel('league.assign-user')).toBe('Assigned a user to the league')
  expect(auditActionLabel('owner.undo_merge')).toBe('Undid an owner merge')
})

it.each(['league.teleport', 'toString', ''])('returns the unknown action %j unchanged', (action) => {
  expect(auditActionLabel(action)).toBe(action)
})
