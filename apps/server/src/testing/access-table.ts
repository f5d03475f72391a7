import type { Operations } from '@fieldhouse/contract/operations'
import type { League } from './two-leagues.ts'

/** The error code for each cell of the table; `ok` means success. */
export const ERROR_CODES: Record<string, string> = {
  out: 'not_signed_in',
  member: 'not_member',
  runs: 'not_league_admin',
  admin: 'not_admin',
  staff: 'not_staff',
  site: 'not_site_admin',
  own: 'not_allowed',
}

// Each line lists the actors in the order of ACTORS. Source: decisions, 3.
//         anonymous stranger viewer player skipper rival staff boss
const ANYONE = sameInBothLeagues('ok     ok      ok     ok     ok      ok     ok    ok')
const SIGNED_IN = sameInBothLeagues('out ok      ok     ok     ok      ok     ok    ok')
const ADMINS = sameInBothLeagues('out    admin   admin  admin  ok      ok     ok    ok')
const STAFF = sameInBothLeagues('out     staff   staff  staff  staff   staff  ok    ok')
const SITE_ADMINS = sameInBothLeagues('out site  site   site   site    site   site  ok')
const PLAYER_OR_STAFF = sameInBothLeagues('out own own  ok     own     own    ok    ok')
const IN_ISLAND = 'out     member  member member member  ok     ok    ok'
const MEMBERS = perLeague('out   member  ok     ok     ok      member ok    ok', IN_ISLAND)
const LEAGUE_ADMINS = perLeague('out member runs runs  ok      member ok    ok', IN_ISLAND)
/** For operations with the league in the body or the query. */
const LEAGUE_ADMINS_BY_INPUT = perLeague(
  'out   admin   admin  admin  ok      runs   ok    ok',
  'out admin admin admin runs ok ok ok',
)
/** For operations on an item. Its author is the player in Harbour, and none of the actors in Island. */
const AUTHORS = perLeague('out   member  own    ok     ok      member ok    ok', IN_ISLAND)

/** The expected result of each operation for each actor, in each of the two leagues. */
export const ACCESS_TABLE: Record<keyof Operations, Record<League, string>> = {
  getCsrf: ANYONE,
  getSite: ANYONE,
  whoAmI: ANYONE,
  login: ANYONE,
  logout: ANYONE,
  register: ANYONE,
  requestPasswordReset: ANYONE,
  confirmPasswordReset: ANYONE,
  updateAccount: SIGNED_IN,
  changePassword: SIGNED_IN,
  listSessions: SIGNED_IN,
  endSessions: SIGNED_IN,
  deleteAccount: SIGNED_IN,
  listApiTokens: SIGNED_IN,
  createApiToken: SIGNED_IN,
  revokeApiToken: SIGNED_IN,
  listSignInProviders: ANYONE,
  startProviderSignIn: ANYONE,
  finishProviderSignIn: ANYONE,
  linkIdentity: SIGNED_IN,
  registerWithProvider: ANYONE,
  listIdentities: SIGNED_IN,
  unlinkIdentity: SIGNED_IN,
  getEmailStatus: SIGNED_IN,
  sendVerificationEmail: SIGNED_IN,
  verifyEmail: ANYONE,
  getSecurity: SIGNED_IN,
  startPasskey: SIGNED_IN,
  addPasskey: SIGNED_IN,
  removePasskey: SIGNED_IN,
  startPasskeySignIn: ANYONE,
  signInWithPasskey: ANYONE,
  startSecondFactor: ANYONE,
  completeSignIn: ANYONE,
  startTotp: SIGNED_IN,
  confirmTotp: SIGNED_IN,
  removeTotp: SIGNED_IN,
  createRecoveryCodes: SIGNED_IN,
  checkIdentity: SIGNED_IN,
  startConfirmation: SIGNED_IN,
  confirmIdentity: SIGNED_IN,

  listLeagues: SIGNED_IN,
  listUserLeagues: PLAYER_OR_STAFF,
  getMyRole: SIGNED_IN,
  getMeta: MEMBERS,
  previewLeague: ADMINS,
  createLeague: ADMINS,
  requestLeague: SIGNED_IN,
  listMyJoinRequests: SIGNED_IN,
  listJoinRequests: ADMINS,
  approveJoinRequest: LEAGUE_ADMINS_BY_INPUT,
  rejectJoinRequest: ADMINS,
  listInviteLinks: LEAGUE_ADMINS,
  createInviteLink: LEAGUE_ADMINS,
  revokeInviteLink: LEAGUE_ADMINS,
  undoInviteClaim: LEAGUE_ADMINS,
  readInvite: ANYONE,
  acceptInvite: SIGNED_IN,

  listLeagueStatus: ADMINS,
  refreshLeagues: LEAGUE_ADMINS_BY_INPUT,
  getLeaguesRefresh: STAFF,

  listStandings: MEMBERS,
  getMySummary: MEMBERS,
  getSnapshot: MEMBERS,
  getLogo: ANYONE,
  getHeadshot: SIGNED_IN,
  getNflLogo: SIGNED_IN,
  getTeam: MEMBERS,
  getMyRoster: MEMBERS,
  getPlayer: MEMBERS,
  getScoreboard: MEMBERS,
  getMyMatchup: MEMBERS,
  getMatchup: MEMBERS,
  getMatchupTimeline: MEMBERS,
  getBracket: MEMBERS,
  getMatchupImage: MEMBERS,
  getStandingsImage: MEMBERS,
  getTeamImage: MEMBERS,
  getRecapImage: MEMBERS,
  getRecordsImage: MEMBERS,
  getComparisonImage: MEMBERS,
  listPlayerNews: SIGNED_IN,

  getHistory: MEMBERS,
  compareOwners: MEMBERS,
  listOwnerPairs: MEMBERS,
  getOwner: MEMBERS,
  getOwnerPicture: MEMBERS,
  getGame: MEMBERS,
  listOwnerMerges: LEAGUE_ADMINS,
  mergeOwners: LEAGUE_ADMINS,
  undoOwnerMerge: LEAGUE_ADMINS,
  excludeFromRecords: LEAGUE_ADMINS,
  uploadOwnerPicture: LEAGUE_ADMINS,
  deleteOwnerPicture: LEAGUE_ADMINS,
  backfillHistory: LEAGUE_ADMINS,
  stopBackfill: LEAGUE_ADMINS,
  previewSeasons: LEAGUE_ADMINS,
  uploadSeasons: LEAGUE_ADMINS,
  listSeasons: MEMBERS,
  listLeagueJobs: LEAGUE_ADMINS,
  getSeasonTemplate: LEAGUE_ADMINS,

  getBets: MEMBERS,
  savePick: MEMBERS,
  refreshBets: LEAGUE_ADMINS,
  getPickHistory: MEMBERS,
  settlePick: LEAGUE_ADMINS,
  getBetsLedger: MEMBERS,

  listFeed: MEMBERS,
  createPost: MEMBERS,
  deletePost: AUTHORS,
  likePost: MEMBERS,
  pinPost: LEAGUE_ADMINS,
  listComments: MEMBERS,
  createComment: MEMBERS,
  deleteComment: AUTHORS,
  createProposal: MEMBERS,
  deleteProposal: AUTHORS,
  voteOnProposal: MEMBERS,
  pinProposal: LEAGUE_ADMINS,
  uploadMedia: MEMBERS,
  getMediaFile: MEMBERS,
  deleteMedia: AUTHORS,

  listFailedJobs: SITE_ADMINS,
  retryFailedJob: SITE_ADMINS,
  dismissFailedJob: SITE_ADMINS,
  dismissFailedJobs: SITE_ADMINS,
  listUsers: ADMINS,
  setStaff: SITE_ADMINS,
  setDisabled: SITE_ADMINS,
  removeSecondFactors: SITE_ADMINS,
  resetUserPassword: STAFF,
  createResetLink: STAFF,
  assignUser: LEAGUE_ADMINS_BY_INPUT,
  listTeams: MEMBERS,
  assignTeam: LEAGUE_ADMINS,
  getServerCookieStatus: ADMINS,
  getLeagueCookieStatus: LEAGUE_ADMINS,
  allowServerCookies: SITE_ADMINS,
  saveEspnCredentials: LEAGUE_ADMINS,
  testEspnCredentials: LEAGUE_ADMINS,
  getLeagueStorage: LEAGUE_ADMINS,
  getLeagueSettings: LEAGUE_ADMINS,
  saveLeagueSettings: LEAGUE_ADMINS,
  listMembers: LEAGUE_ADMINS,
  removeMember: LEAGUE_ADMINS,
  deleteLeague: LEAGUE_ADMINS,
  getWebhook: LEAGUE_ADMINS,
  saveWebhook: LEAGUE_ADMINS,
  deleteWebhook: LEAGUE_ADMINS,
  testWebhook: LEAGUE_ADMINS,
  listInbox: SIGNED_IN,
  getUnread: SIGNED_IN,
  readInbox: SIGNED_IN,
  visitTab: MEMBERS,
  getNotifications: SIGNED_IN,
  saveNotifications: SIGNED_IN,
  addDevice: SIGNED_IN,
  removeDevice: SIGNED_IN,
  listAuditEntries: LEAGUE_ADMINS_BY_INPUT,
  exportLeague: LEAGUE_ADMINS,
  importLeague: STAFF,
  listMyImportedPeople: SIGNED_IN,
  claimImportedPerson: SIGNED_IN,
  listImportedPeople: SITE_ADMINS,
  linkImportedPerson: SITE_ADMINS,

  streamEvents: MEMBERS,
}

function sameInBothLeagues(line: string): Record<League, string> {
  return { Harbour: line, Island: line }
}

function perLeague(harbour: string, island: string): Record<League, string> {
  return { Harbour: harbour, Island: island }
}
