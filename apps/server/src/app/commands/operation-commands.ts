import type { Operation } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'

export type OperationCommandSpec = {
  operation: Operation
  /** What the command does, if that is not what the operation does in general. */
  summary?: string
  fixedValues?: Readonly<Record<string, string | boolean | null>>
  omittedFields?: readonly string[]
  files?: FileUse
}

/**
 * `textOf`: the text of the file is the value of this body field, so that a secret does not appear in the shell
 * history or the process list. `formField`: the files are uploaded as this field of a multipart form.
 */
export type FileUse = { textOf: string } | { formField: string }

export const OPERATION_COMMANDS: Readonly<Record<string, OperationCommandSpec>> = {
  status: { operation: operations.listLeagueStatus },
  jobs: { operation: operations.listLeagueJobs },
  'stop-backfill': { operation: operations.stopBackfill },
  'failed-jobs': { operation: operations.listFailedJobs },
  'retry-job': { operation: operations.retryFailedJob },
  'dismiss-job': { operation: operations.dismissFailedJob },
  'dismiss-jobs': { operation: operations.dismissFailedJobs },
  'preview-league': { operation: operations.previewLeague, omittedFields: ['cookies'] },
  'create-league': {
    operation: operations.createLeague,
    omittedFields: ['source', 'cookies', 'reads_season'],
  },
  settings: { operation: operations.getLeagueSettings },
  'save-settings': { operation: operations.saveLeagueSettings, omittedFields: ['expected'] },
  'save-keeper-rule': { operation: operations.saveKeeperRule },
  'remove-keeper-rule': {
    operation: operations.saveKeeperRule,
    summary: 'Removes the keeper rule of a league',
    fixedValues: { unit: null },
    omittedFields: ['step', 'undrafted', 'undrafted_cost', 'max_years', 'max_keepers'],
  },
  storage: { operation: operations.getLeagueStorage },
  'delete-league': { operation: operations.deleteLeague },

  cookies: { operation: operations.getLeagueCookieStatus },
  'server-cookies': { operation: operations.getServerCookieStatus },
  'save-cookies': {
    operation: operations.saveEspnCredentials,
    omittedFields: ['s2'],
    files: { textOf: 'swid' },
  },
  'test-cookies': { operation: operations.testEspnCredentials },
  'clear-cookies': {
    operation: operations.saveEspnCredentials,
    summary: 'Removes the ESPN cookies of a league',
    fixedValues: { swid: '', s2: '' },
    omittedFields: ['force'],
  },
  'allow-server-cookies': {
    operation: operations.allowServerCookies,
    summary: "Lets refreshes of a league use the server's own cookies",
    fixedValues: { allowed: true },
  },
  'forbid-server-cookies': {
    operation: operations.allowServerCookies,
    summary: "Stops refreshes of a league from using the server's own cookies",
    fixedValues: { allowed: false },
  },

  'site-settings': { operation: operations.getSiteSettings },
  'save-site-settings': { operation: operations.saveSiteSettings },
  users: { operation: operations.listUsers },
  'reset-link': { operation: operations.createResetLink },
  'set-staff': { operation: operations.setStaff },
  'disable-account': {
    operation: operations.setDisabled,
    summary: 'Signs somebody out everywhere, and lets them sign in no more',
    fixedValues: { is_disabled: true },
  },
  'remove-second-factors': { operation: operations.removeSecondFactors },
  'enable-account': {
    operation: operations.setDisabled,
    summary: 'Lets the owner of a disabled account sign in again',
    fixedValues: { is_disabled: false },
  },
  members: { operation: operations.listMembers },
  'assign-user': { operation: operations.assignUser },
  'remove-member': { operation: operations.removeMember },
  teams: { operation: operations.listTeams },
  'assign-team': { operation: operations.assignTeam, omittedFields: ['expected'] },
  'clear-team': {
    operation: operations.assignTeam,
    summary: 'Removes the assignment of a team',
    fixedValues: { username: null },
    omittedFields: ['expected'],
  },
  requests: { operation: operations.listJoinRequests },
  'approve-request': { operation: operations.approveJoinRequest },
  'reject-request': { operation: operations.rejectJoinRequest },
  invites: { operation: operations.listInviteLinks },
  'create-invite': { operation: operations.createInviteLink },
  'revoke-invite': { operation: operations.revokeInviteLink },
  'undo-claim': { operation: operations.undoInviteClaim },
  sources: { operation: operations.listSources },
  'sleeper-leagues': { operation: operations.listSleeperLeagues },
  'add-source': { operation: operations.addSource, omittedFields: ['preview'] },
  'edit-source': { operation: operations.editSource, omittedFields: ['preview'] },
  'remove-source': { operation: operations.removeSource },
  'public-link': { operation: operations.getPublicLink },
  'create-public-link': { operation: operations.createPublicLink },
  'save-public-link': { operation: operations.savePublicLink },
  'revoke-public-link': { operation: operations.revokePublicLink },

  seasons: { operation: operations.listSeasons },
  'preview-seasons': { operation: operations.previewSeasons, files: { formField: 'files' } },
  'upload-seasons': { operation: operations.uploadSeasons, files: { formField: 'files' } },
  'season-template': { operation: operations.getSeasonTemplate },
  'exclude-season': { operation: operations.excludeFromRecords, omittedFields: ['expected'] },
  'count-season': {
    operation: operations.excludeFromRecords,
    summary: 'Includes an excluded season in the records again',
    fixedValues: { reason: null },
    omittedFields: ['expected'],
  },
  merges: { operation: operations.listOwnerMerges },
  'merge-owners': { operation: operations.mergeOwners },
  'undo-merge': { operation: operations.undoOwnerMerge },
  'owner-picture': { operation: operations.uploadOwnerPicture, files: { formField: 'file' } },
  'remove-owner-picture': { operation: operations.deleteOwnerPicture },
  'trophy-picture': { operation: operations.uploadTrophyPicture, files: { formField: 'file' } },
  'describe-trophy': { operation: operations.describeTrophyPicture },
  'remove-trophy-picture': { operation: operations.deleteTrophyPicture },

  'import-picks': { operation: operations.refreshBets },
  'settle-pick': { operation: operations.settlePick, omittedFields: ['expected'] },
  'note-payment': { operation: operations.noteSlipPayment },
  'note-dues': { operation: operations.addDuesPayment },
  'adjust-dues': { operation: operations.addDuesAdjustment },
  'remove-dues-entry': { operation: operations.removeDuesEntry },
  'note-payout': { operation: operations.addDuesPayout },
  'undo-payout': { operation: operations.removeDuesPayout },
  'name-winner': { operation: operations.namePrizeWinner, omittedFields: ['expected'] },
  'remove-dues': { operation: operations.removeDues },
  'preview-recap': { operation: operations.previewRecap },
  webhook: { operation: operations.getWebhook },
  'save-webhook': { operation: operations.saveWebhook, files: { textOf: 'address' } },
  'test-webhook': { operation: operations.testWebhook },
  'remove-webhook': { operation: operations.deleteWebhook },
  'imported-people': { operation: operations.listImportedPeople },
  'link-imported-person': { operation: operations.linkImportedPerson },
  'unlink-imported-person': {
    operation: operations.linkImportedPerson,
    summary: 'Unlinks an imported person from an account',
    fixedValues: { username: null },
  },
  acts: { operation: operations.listAuditEntries },
}
