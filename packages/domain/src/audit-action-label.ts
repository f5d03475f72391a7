import type { AuditAction } from './describe-audit-entry.ts'

const LABELS: Readonly<Record<AuditAction, string>> = {
  'account.register': 'Registered',
  'account.login': 'Signed in',
  'account.update': 'Changed their account',
  'account.password': 'Changed their password',
  'account.password_reset': 'Set a new password by a link',
  'account.end_sessions': 'Signed out elsewhere',
  'admin.set-staff': 'Made or unmade site staff',
  'admin.reset-password': 'Reset somebody’s password',
  'console.act': 'Acted at the server’s console',
  'league.create': 'Created a league',
  'league.import': 'Imported a league',
  'league.export': 'Exported the league',
  'league.delete': 'Deleted a league',
  'league.settings': 'Changed the settings',
  'league.refresh': 'Refreshed',
  'league.assign-user': 'Assigned a user to the league',
  'league.remove-member': 'Removed a member',
  'league.assign-team': 'Assigned a team',
  'league.approve-request': 'Approved a join request',
  'league.reject-request': 'Rejected a join request',
  'league.save-credentials': 'Saved cookies for the provider',
  'league.clear-credentials': 'Removed the cookies for the provider',
  'league.backfill': 'Backfilled seasons',
  'league.save-webhook': 'Set a webhook',
  'league.clear-webhook': 'Removed the webhook',
  'season.upload': 'Uploaded a season',
  'owner.merge': 'Merged owners',
  'owner.undo_merge': 'Undid a merge of owners',
  'season.exclude': 'Excluded a season, or let it count again',
  'owner.picture': 'Gave an owner a picture',
  'owner.picture_removed': 'Removed the picture of an owner',
  'bets.save': 'Wrote somebody’s pick',
  'bets.settle': 'Settled a pick',
  'bets.import': 'Imported picks from the sheet',
  'feed.pin': 'Pinned in the feed',
  'feed.unpin': 'Unpinned in the feed',
  'feed.delete': 'Deleted from the feed',
}

/** A kind of act, for a list to choose from. What this release does not know stands as it was written. */
export function auditActionLabel(action: string): string {
  return isAuditAction(action) ? LABELS[action] : action
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(LABELS, action)
}
