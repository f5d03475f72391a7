import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as apiTokens from './api-tokens.ts'
import * as audit from './audit.ts'
import * as awards from './awards.ts'
import * as backfill from './backfill.ts'
import * as dashboard from './dashboard.ts'
import * as draft from './draft.ts'
import * as elo from './elo.ts'
import * as email from './email.ts'
import * as exports from './export.ts'
import * as games from './games.ts'
import * as grades from './grades.ts'
import * as history from './history.ts'
import * as historyAdmin from './history-admin.ts'
import * as identity from './identity.ts'
import * as images from './images.ts'
import * as importedPeople from './imported-people.ts'
import * as inbox from './inbox.ts'
import * as insights from './insights.ts'
import * as invites from './invites.ts'
import * as jobs from './jobs.ts'
import * as keepers from './keepers.ts'
import * as leaguePreview from './league-preview.ts'
import * as settings from './league-settings.ts'
import * as leagues from './leagues.ts'
import * as lineups from './lineups.ts'
import * as live from './live.ts'
import * as matchups from './matchups.ts'
import * as moves from './moves.ts'
import * as news from './news.ts'
import * as notifications from './notifications.ts'
import * as oidc from './oidc.ts'
import type { Operation } from './operation.ts'
import * as owners from './owners.ts'
import * as passkeys from './passkeys.ts'
import * as players from './players.ts'
import * as playoffRace from './playoff-race.ts'
import * as playoffs from './playoffs.ts'
import * as publicLeague from './public-league.ts'
import * as publicLink from './public-link.ts'
import * as recap from './recap.ts'
import * as refresh from './refresh.ts'
import * as roster from './roster.ts'
import * as seasonCards from './season-cards.ts'
import * as seasons from './seasons.ts'
import * as shareImages from './share-images.ts'
import * as site from './site.ts'
import { socialOperations } from './social-operations.ts'
import * as sources from './sources.ts'
import * as standings from './standings.ts'
import * as subscriptions from './subscriptions.ts'
import * as teams from './teams.ts'
import * as totp from './totp.ts'
import * as transactions from './transactions.ts'
import * as trophyPicture from './trophy-picture.ts'
import * as webhook from './webhook.ts'

/** All operations of the HTTP API by name. */
export const operations = {
  getCsrf: accounts.getCsrf,
  whoAmI: accounts.whoAmI,
  login: accounts.login,
  logout: accounts.logout,
  register: accounts.register,
  requestPasswordReset: accounts.requestPasswordReset,
  confirmPasswordReset: accounts.confirmPasswordReset,
  updateAccount: accounts.updateAccount,
  changePassword: accounts.changePassword,
  listSessions: accounts.listSessions,
  endSessions: accounts.endSessions,
  deleteAccount: accounts.deleteAccount,
  listApiTokens: apiTokens.listApiTokens,
  createApiToken: apiTokens.createApiToken,
  revokeApiToken: apiTokens.revokeApiToken,
  listSubscriptions: subscriptions.listSubscriptions,
  createSubscription: subscriptions.createSubscription,
  revokeSubscription: subscriptions.revokeSubscription,
  getCalendar: subscriptions.getCalendar,
  getRecapFeed: subscriptions.getRecapFeed,
  listSignInProviders: oidc.listSignInProviders,
  startProviderSignIn: oidc.startProviderSignIn,
  finishProviderSignIn: oidc.finishProviderSignIn,
  linkIdentity: oidc.linkIdentity,
  registerWithProvider: oidc.registerWithProvider,
  listIdentities: oidc.listIdentities,
  unlinkIdentity: oidc.unlinkIdentity,
  getEmailStatus: email.getEmailStatus,
  sendVerificationEmail: email.sendVerificationEmail,
  verifyEmail: email.verifyEmail,
  getSecurity: passkeys.getSecurity,
  startPasskey: passkeys.startPasskey,
  addPasskey: passkeys.addPasskey,
  removePasskey: passkeys.removePasskey,
  startPasskeySignIn: passkeys.startPasskeySignIn,
  signInWithPasskey: passkeys.signInWithPasskey,
  startSecondFactor: passkeys.startSecondFactor,
  completeSignIn: passkeys.completeSignIn,
  startTotp: totp.startTotp,
  confirmTotp: totp.confirmTotp,
  removeTotp: totp.removeTotp,
  createRecoveryCodes: totp.createRecoveryCodes,
  checkIdentity: identity.checkIdentity,
  startConfirmation: identity.startConfirmation,
  confirmIdentity: identity.confirmIdentity,

  listLeagues: leagues.listLeagues,
  listUserLeagues: leagues.listUserLeagues,
  getMyRole: leagues.getMyRole,
  getMeta: leagues.getMeta,
  previewLeague: leaguePreview.previewLeague,
  createLeague: leagues.createLeague,
  listSources: sources.listSources,
  addSource: sources.addSource,
  removeSource: sources.removeSource,
  requestLeague: leagues.requestLeague,
  listMyJoinRequests: leagues.listMyJoinRequests,
  listJoinRequests: leagues.listJoinRequests,
  approveJoinRequest: leagues.approveJoinRequest,
  rejectJoinRequest: leagues.rejectJoinRequest,
  listInviteLinks: invites.listInviteLinks,
  createInviteLink: invites.createInviteLink,
  revokeInviteLink: invites.revokeInviteLink,
  undoInviteClaim: invites.undoInviteClaim,
  readInvite: invites.readInvite,
  acceptInvite: invites.acceptInvite,
  getPublicLink: publicLink.getPublicLink,
  createPublicLink: publicLink.createPublicLink,
  savePublicLink: publicLink.savePublicLink,
  revokePublicLink: publicLink.revokePublicLink,
  getPublicLeague: publicLeague.getPublicLeague,
  getPublicStandings: publicLeague.getPublicStandings,
  getPublicScoreboard: publicLeague.getPublicScoreboard,
  getPublicHistory: publicLeague.getPublicHistory,
  getPublicStandingsImage: publicLeague.getPublicStandingsImage,
  getPublicMatchupImage: publicLeague.getPublicMatchupImage,

  listLeagueStatus: refresh.listLeagueStatus,
  refreshLeagues: refresh.refreshLeagues,
  getLeaguesRefresh: refresh.getLeaguesRefresh,
  refreshLeague: refresh.refreshLeague,
  acceptZeros: refresh.acceptZeros,

  listStandings: standings.listStandings,
  getMySummary: standings.getMySummary,
  getSnapshot: standings.getSnapshot,
  getLogo: images.getLogo,
  getLinkImage: images.getLinkImage,
  getHeadshot: images.getHeadshot,
  getNflLogo: images.getNflLogo,

  getTeam: teams.getTeam,

  getMyRoster: roster.getMyRoster,
  getPlayer: players.getPlayer,

  getScoreboard: matchups.getScoreboard,
  getMyMatchup: matchups.getMyMatchup,
  getMatchup: matchups.getMatchup,
  getMatchupTimeline: matchups.getMatchupTimeline,
  getBracket: playoffs.getBracket,

  ...shareImages.shareImageOperations,
  getLuck: insights.getLuck,
  getDraft: draft.getDraft,
  getKeepers: keepers.getKeepers,
  exportKeepers: keepers.exportKeepers,
  saveKeeperRule: keepers.saveKeeperRule,
  listTransactions: transactions.listTransactions,
  getTrade: transactions.getTrade,
  getMoves: moves.getMoves,
  getSeasonCards: seasonCards.getSeasonCards,
  getLineupEfficiency: lineups.getLineupEfficiency,
  getTeamGrades: grades.getTeamGrades,
  getEloRatings: elo.getEloRatings,
  getWeeklyAwards: awards.getWeeklyAwards,
  countAwards: awards.countAwards,
  getScheduleSwap: insights.getScheduleSwap,
  getPowerRanking: insights.getPowerRanking,
  getPlayoffRace: playoffRace.getPlayoffRace,
  getRaceHistory: playoffRace.getRaceHistory,
  playWhatIf: playoffRace.playWhatIf,

  listPlayerNews: news.listPlayerNews,

  getHistory: history.getHistory,
  compareOwners: owners.compareOwners,
  listOwnerPairs: owners.listOwnerPairs,
  getOwner: owners.getOwner,
  getOwnerPicture: owners.getOwnerPicture,
  getGame: games.getGame,
  listOwnerMerges: historyAdmin.listOwnerMerges,
  mergeOwners: historyAdmin.mergeOwners,
  mergeAllOwners: historyAdmin.mergeAllOwners,
  undoOwnerMerge: historyAdmin.undoOwnerMerge,
  excludeFromRecords: historyAdmin.excludeFromRecords,
  uploadOwnerPicture: historyAdmin.uploadOwnerPicture,
  deleteOwnerPicture: historyAdmin.deleteOwnerPicture,
  getTrophyPicture: trophyPicture.getTrophyPicture,
  uploadTrophyPicture: trophyPicture.uploadTrophyPicture,
  describeTrophyPicture: trophyPicture.describeTrophyPicture,
  deleteTrophyPicture: trophyPicture.deleteTrophyPicture,

  backfillHistory: backfill.backfillHistory,
  stopBackfill: backfill.stopBackfill,
  listLeagueJobs: jobs.listLeagueJobs,
  listSeasons: seasons.listSeasons,
  previewSeasons: seasons.previewSeasons,
  uploadSeasons: seasons.uploadSeasons,
  getSeasonTemplate: seasons.getSeasonTemplate,
  exportSeasons: seasons.exportSeasons,
  getLeagueFileSchema: seasons.getLeagueFileSchema,

  ...socialOperations,

  listUsers: admin.listUsers,
  setStaff: admin.setStaff,
  setDisabled: admin.setDisabled,
  removeSecondFactors: admin.removeSecondFactors,
  resetUserPassword: admin.resetUserPassword,
  createResetLink: admin.createResetLink,
  assignUser: admin.assignUser,
  listTeams: admin.listTeams,
  assignTeam: admin.assignTeam,
  getServerCookieStatus: admin.getServerCookieStatus,
  getLeagueCookieStatus: admin.getLeagueCookieStatus,
  allowServerCookies: admin.allowServerCookies,
  saveEspnCredentials: admin.saveEspnCredentials,
  testEspnCredentials: admin.testEspnCredentials,
  listFailedJobs: jobs.listFailedJobs,
  retryFailedJob: jobs.retryFailedJob,
  dismissFailedJob: jobs.dismissFailedJob,
  dismissFailedJobs: jobs.dismissFailedJobs,

  getLeagueSettings: settings.getLeagueSettings,
  saveLeagueSettings: settings.saveLeagueSettings,
  listMembers: settings.listMembers,
  removeMember: settings.removeMember,
  leaveLeague: settings.leaveLeague,
  deleteLeague: settings.deleteLeague,
  previewRecap: recap.previewRecap,
  getWebhook: webhook.getWebhook,
  saveWebhook: webhook.saveWebhook,
  deleteWebhook: webhook.deleteWebhook,
  testWebhook: webhook.testWebhook,
  getDashboard: dashboard.getDashboard,

  listInbox: inbox.listInbox,
  getUnread: inbox.getUnread,
  readInbox: inbox.readInbox,
  visitTab: inbox.visitTab,

  getNotifications: notifications.getNotifications,
  saveNotifications: notifications.saveNotifications,
  addDevice: notifications.addDevice,
  removeDevice: notifications.removeDevice,
  listAuditEntries: audit.listAuditEntries,
  exportLeague: exports.exportLeague,
  importLeague: exports.importLeague,
  listMyImportedPeople: importedPeople.listMyImportedPeople,
  claimImportedPerson: importedPeople.claimImportedPerson,
  listImportedPeople: importedPeople.listImportedPeople,
  linkImportedPerson: importedPeople.linkImportedPerson,
  streamEvents: live.streamEvents,
  getSite: site.getSite,
  listSleeperLeagues: sources.listSleeperLeagues,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations

/** All operations by method and URL, such as `GET /api/whoami/`. */
export type OperationsByKey = {
  [Name in keyof Operations as `${Operations[Name]['method']} ${Operations[Name]['url']}`]: Operations[Name]
}

export type OperationKey = keyof OperationsByKey
