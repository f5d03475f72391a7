import type { AuditAction } from './describe-audit-entry.ts'

const LABELS: Readonly<Record<AuditAction, string>> = {
  'account.register': 'Registered',
  'account.login': 'Signed in',
  'account.update': 'Updated their account',
  'account.password': 'Changed their password',
  'account.password_reset': 'Reset their password using a link',
  'account.end_sessions': 'Signed out of other sessions',
  'admin.set-staff': 'Added or removed site staff',
  'admin.reset-password': "Reset a user's password",
  'console.act': 'Ran an admin command',
  'league.create': 'Created a league',
  'league.import': 'Imported a league',
  'league.export': 'Exported a league',
  'league.delete': 'Deleted a league',
  'league.settings': 'Changed the league settings',
  'league.refresh': 'Refreshed a league',
  'league.assign-user': 'Assigned a user to the league',
  'league.remove-member': 'Removed a member',
  'league.assign-team': 'Assigned a team',
  'league.approve-request': 'Approved a join request',
  'league.reject-request': 'Rejected a join request',
  'league.save-credentials': 'Saved ESPN cookies',
  'league.clear-credentials': 'Removed ESPN cookies',
  'league.backfill': 'Backfilled seasons',
  'league.save-webhook': 'Set up a webhook',
  'league.clear-webhook': 'Removed a webhook',
  'season.upload': 'Uploaded a season',
  'owner.merge': 'Merged owners',
  'owner.undo_merge': 'Undid an owner merge',
  'season.exclude': 'Excluded or included a season',
  'owner.picture': 'Uploaded an owner picture',
  'owner.picture_removed': 'Removed an owner picture',
  'bets.save': "Saved a member's pick",
  'bets.settle': 'Settled a pick',
  'bets.import': 'Imported picks from the Google Sheet',
  'feed.pin': 'Pinned a feed item',
  'feed.unpin': 'Unpinned a feed item',
  'feed.delete': 'Deleted a feed item or comment',
}

/** The label of an action in a filter. An action that this release does not know is returned unchanged. */
export function auditActionLabel(action: string): string {
  return isAuditAction(action) ? LABELS[action] : action
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(LABELS, action)
}
