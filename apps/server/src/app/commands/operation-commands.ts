import type { Operation } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'

/** What a command of the console asks of the server, and how. */
export type OperationCommandSpec = {
  operation: Operation
  /** Values that the command always has. */
  fixedValues?: Readonly<Record<string, string | null>>
  /** Fields that the console has no use for. */
  omittedFields?: readonly string[]
  /** What becomes of the files that the command names. */
  files?: FileUse
}

/** Their text is a field of the body, so that it stands in no list of commands; or a form has them. */
export type FileUse = { textOf: string } | { formField: string }

/** Whatever an admin does in the page, under the name of its command. */
export const OPERATION_COMMANDS: Readonly<Record<string, OperationCommandSpec>> = {
  status: { operation: operations.listLeagueStatus },
  jobs: { operation: operations.listLeagueJobs },
  'create-league': { operation: operations.createLeague },
  settings: { operation: operations.getLeagueSettings },
  'save-settings': { operation: operations.saveLeagueSettings },
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
    fixedValues: { swid: '', s2: '' },
    omittedFields: ['force'],
  },

  users: { operation: operations.listUsers },
  'set-staff': { operation: operations.setStaff },
  members: { operation: operations.listMembers },
  'assign-user': { operation: operations.assignUser },
  'remove-member': { operation: operations.removeMember },
  teams: { operation: operations.listTeams },
  'assign-team': { operation: operations.assignTeam },
  'clear-team': { operation: operations.assignTeam, fixedValues: { username: null } },
  requests: { operation: operations.listJoinRequests },
  'approve-request': { operation: operations.approveJoinRequest },
  'reject-request': { operation: operations.rejectJoinRequest },

  seasons: { operation: operations.listSeasons },
  'upload-seasons': { operation: operations.uploadSeasons, files: { formField: 'files' } },
  'season-template': { operation: operations.getSeasonTemplate },
  'exclude-season': { operation: operations.excludeFromRecords },
  'count-season': { operation: operations.excludeFromRecords, fixedValues: { reason: null } },
  merges: { operation: operations.listOwnerMerges },
  'merge-owners': { operation: operations.mergeOwners },
  'undo-merge': { operation: operations.undoOwnerMerge },
  'owner-picture': { operation: operations.uploadOwnerPicture, files: { formField: 'file' } },
  'remove-owner-picture': { operation: operations.deleteOwnerPicture },

  'import-picks': { operation: operations.refreshBets },
  'settle-pick': { operation: operations.settlePick },
  webhook: { operation: operations.getWebhook },
  'save-webhook': { operation: operations.saveWebhook, files: { textOf: 'address' } },
  'test-webhook': { operation: operations.testWebhook },
  'remove-webhook': { operation: operations.deleteWebhook },
  acts: { operation: operations.listAuditEntries },
}
