import type { Operations } from '@fieldhouse/contract/operations'
import { DEMO_PASSWORD } from '../demo/demo-users.ts'
import type { ScaleLeague } from './scale-league.ts'

export type ScaleRequest = {
  who: 'player' | 'commissioner' | 'stranger' | 'site' | 'nobody'
  params?: (place: ScaleLeague) => Readonly<Record<string, string | number>>
  query?: (place: ScaleLeague) => Readonly<Record<string, string | number>>
  body?: (place: ScaleLeague) => unknown
  /** Why its answer, and so its work, is as large as there are leagues; null where it must not be. */
  grows: string | null
}

/** Why a call is not measured. */
type SkipReason = string

const requestAs = (
  who: ScaleRequest['who'],
  more: Omit<ScaleRequest, 'who' | 'grows'> = {},
): ScaleRequest => ({
  who,
  grows: null,
  ...more,
})
const growingRequestAs = (who: ScaleRequest['who'], grows: string): ScaleRequest => ({ who, grows })

const EVERY_LEAGUE = 'names every league'
const FILES = 'takes or makes files, beside writes like those of createPost'
const RARE = 'a write of few rows that are found by their keys, like those that are measured'
const EXTERNAL = 'asks the provider; its own work is the refresh, which is measured by itself'

/** How each call is measured, or why it is not; several ways where it depends on who asks. */
export const SCALE_REQUESTS: Record<keyof Operations, readonly ScaleRequest[] | SkipReason> = {
  getCsrf: [requestAs('nobody')],
  whoAmI: [requestAs('player')],
  listSessions: [requestAs('player')],
  listLeagues: [growingRequestAs('player', EVERY_LEAGUE)],
  listUserLeagues: [requestAs('player', { params: ({ player }) => ({ username: player.username }) })],
  getMyRole: [requestAs('player')],
  getMeta: [requestAs('player')],
  listMyJoinRequests: [requestAs('stranger')],
  listJoinRequests: [requestAs('commissioner'), growingRequestAs('site', 'has the requests to every league')],
  listLeagueStatus: [requestAs('commissioner'), growingRequestAs('site', EVERY_LEAGUE)],
  listStandings: [requestAs('player')],
  getMySummary: [requestAs('player')],
  getSnapshot: [requestAs('player')],
  getMyRoster: [requestAs('player')],
  getScoreboard: [requestAs('player')],
  getMyMatchup: [requestAs('player')],
  listPlayerNews: [requestAs('player', { query: () => ({ players: 'Rook Calloway' }) })],
  getHistory: [requestAs('player')],
  compareOwners: [requestAs('player', { query: ({ owners: [a, b] }) => ({ a, b }) })],
  getOwner: [requestAs('player', { params: ({ owners: [owner] }) => ({ owner }) })],
  getGame: [requestAs('player', { params: ({ game }) => game })],
  listOwnerMerges: [requestAs('commissioner')],
  listLeagueJobs: [requestAs('commissioner')],
  listSeasons: [requestAs('commissioner')],
  getSeasonTemplate: [requestAs('commissioner')],
  getBets: [requestAs('player')],
  getPickHistory: [requestAs('player', { query: ({ player }) => ({ week: 1, owner: player.name }) })],
  getBetsLedger: [requestAs('player')],
  listFeed: [requestAs('player')],
  listComments: [requestAs('player', { params: ({ post }) => ({ id: post }) })],
  getMediaFile: 'sends a file; its row is found by its primary key',
  listUsers: [growingRequestAs('site', 'names everybody')],
  listTeams: [requestAs('commissioner')],
  getServerCookieStatus: 'reads no row',
  getLeagueCookieStatus: EXTERNAL,
  getLeagueSettings: [requestAs('commissioner')],
  listMembers: [requestAs('commissioner')],
  getWebhook: [requestAs('commissioner')],
  getNotifications: [requestAs('player')],
  listAuditEntries: [
    requestAs('commissioner', { query: ({ league }) => ({ league }) }),
    requestAs('site'),
    requestAs('site', { query: ({ player }) => ({ actor: player.username }) }),
  ],
  exportLeague: FILES,
  streamEvents: 'has no end; its memory and the work of its poll are measured by themselves',

  login: [
    requestAs('nobody', {
      body: ({ stranger }) => ({ username: stranger.username, password: DEMO_PASSWORD }),
    }),
  ],
  register: [
    requestAs('nobody', {
      body: ({ leagueId }) => ({ username: `new-${leagueId}`, password: DEMO_PASSWORD, role: 'user' }),
    }),
  ],
  requestLeague: [requestAs('stranger', { body: ({ league }) => ({ league, message: 'May I?' }) })],
  approveJoinRequest: [
    requestAs('commissioner', { body: ({ stranger, league }) => ({ username: stranger.username, league }) }),
  ],
  assignUser: [
    requestAs('commissioner', {
      body: ({ player, league }) => ({ username: player.username, league, role: 'viewer' }),
    }),
  ],
  createPost: [requestAs('player', { body: () => ({ content: 'One more.' }) })],
  likePost: [requestAs('commissioner', { params: ({ post }) => ({ id: post }) })],
  pinPost: [
    requestAs('commissioner', { params: ({ post }) => ({ id: post }), body: () => ({ pinned: true }) }),
  ],
  createComment: [
    requestAs('player', { params: ({ post }) => ({ id: post }), body: () => ({ body: 'Indeed.' }) }),
  ],
  createProposal: [requestAs('player', { body: () => ({ question: 'Who wins?', options: ['We', 'They'] }) })],
  voteOnProposal: [
    requestAs('player', {
      params: ({ proposal }) => ({ id: proposal }),
      body: ({ option }) => ({ option_id: option }),
    }),
  ],
  savePick: [
    requestAs('commissioner', {
      body: ({ season, commissioner }) => ({
        season,
        week: 17,
        owner: commissioner.name,
        text: 'Bears (-110)',
      }),
    }),
  ],
  saveLeagueSettings: [requestAs('commissioner', { body: () => ({ season_note: 'Draft on Sunday' }) })],
  saveNotifications: [
    requestAs('player', { body: () => ({ kinds: [{ kind: 'comment', push: true, mail: true }] }) }),
  ],
  excludeFromRecords: [
    requestAs('commissioner', { body: ({ season }) => ({ season, reason: 'Too short.' }) }),
  ],
  deletePost: [requestAs('commissioner', { params: ({ post }) => ({ id: post }) })],
  createLeague: RARE,
  logout: RARE,
  requestPasswordReset: RARE,
  confirmPasswordReset: RARE,
  updateAccount: RARE,
  changePassword: RARE,
  endSessions: RARE,
  rejectJoinRequest: RARE,
  mergeOwners: RARE,
  undoOwnerMerge: RARE,
  deleteComment: RARE,
  deleteProposal: RARE,
  pinProposal: RARE,
  settlePick: RARE,
  setStaff: RARE,
  resetUserPassword: RARE,
  assignTeam: RARE,
  removeMember: RARE,
  saveWebhook: RARE,
  deleteWebhook: RARE,
  addDevice: RARE,
  removeDevice: RARE,
  uploadOwnerPicture: FILES,
  deleteOwnerPicture: FILES,
  uploadMedia: FILES,
  deleteMedia: FILES,
  uploadSeasons: FILES,
  importLeague: FILES,
  backfillHistory: EXTERNAL,
  refreshLeagues: EXTERNAL,
  refreshBets: EXTERNAL,
  saveEspnCredentials: EXTERNAL,
  testEspnCredentials: EXTERNAL,
  testWebhook: EXTERNAL,
  // The last: its league is gone after it.
  deleteLeague: [requestAs('commissioner', { body: ({ league }) => ({ name: league }) })],
}
