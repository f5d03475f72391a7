import type { Operations } from '@fieldhouse/contract/operations'
import { DEMO_PASSWORD } from '../demo/demo-people.ts'
import type { ScalePlace } from './scale-place.ts'

export type ScaleCall = {
  who: 'player' | 'commissioner' | 'stranger' | 'site' | 'nobody'
  params?: (place: ScalePlace) => Readonly<Record<string, string | number>>
  query?: (place: ScalePlace) => Readonly<Record<string, string | number>>
  body?: (place: ScalePlace) => unknown
  /** Why its answer, and so its work, is as large as there are leagues; null where it must not be. */
  grows: string | null
}

/** Why a call is not measured. */
type Reason = string

const call = (who: ScaleCall['who'], more: Omit<ScaleCall, 'who' | 'grows'> = {}): ScaleCall => ({
  who,
  grows: null,
  ...more,
})
const growing = (who: ScaleCall['who'], grows: string): ScaleCall => ({ who, grows })

const ALL = 'names every league'
const FILES = 'takes or makes files, beside writes like those of createPost'
const RARE = 'a write of few rows that are found by their keys, like those that are measured'
const OUTSIDE = 'asks the provider; its own work is the refresh, which is measured by itself'

/** How each call is measured, or why it is not; several ways where it depends on who asks. */
export const SCALE_CALLS: Record<keyof Operations, readonly ScaleCall[] | Reason> = {
  getCsrf: [call('nobody')],
  whoAmI: [call('player')],
  listSessions: [call('player')],
  listLeagues: [growing('player', ALL)],
  listUserLeagues: [call('player', { params: ({ player }) => ({ username: player.username }) })],
  getMyRole: [call('player')],
  getMeta: [call('player')],
  listMyJoinRequests: [call('stranger')],
  listJoinRequests: [call('commissioner'), growing('site', 'has the requests to every league')],
  listLeagueStatus: [call('commissioner'), growing('site', ALL)],
  listStandings: [call('player')],
  getMySummary: [call('player')],
  getSnapshot: [call('player')],
  getMyRoster: [call('player')],
  getScoreboard: [call('player')],
  getMyMatchup: [call('player')],
  listPlayerNews: [call('player', { query: () => ({ players: 'Rook Calloway' }) })],
  getHistory: [call('player')],
  compareOwners: [call('player', { query: ({ owners: [a, b] }) => ({ a, b }) })],
  getOwner: [call('player', { params: ({ owners: [owner] }) => ({ owner }) })],
  getGame: [call('player', { params: ({ game }) => game })],
  listOwnerMerges: [call('commissioner')],
  listLeagueJobs: [call('commissioner')],
  listSeasons: [call('commissioner')],
  getSeasonTemplate: [call('commissioner')],
  getBets: [call('player')],
  getPickHistory: [call('player', { query: ({ player }) => ({ week: 1, owner: player.name }) })],
  getBetsLedger: [call('player')],
  listFeed: [call('player')],
  listComments: [call('player', { params: ({ post }) => ({ id: post }) })],
  getMediaFile: 'sends a file; its row is found by its primary key',
  listUsers: [growing('site', 'names everybody')],
  listTeams: [call('commissioner')],
  getServerCookieStatus: 'reads no row',
  getLeagueCookieStatus: OUTSIDE,
  getLeagueSettings: [call('commissioner')],
  listMembers: [call('commissioner')],
  getWebhook: [call('commissioner')],
  getNotifications: [call('player')],
  listAuditEntries: [
    call('commissioner', { query: ({ league }) => ({ league }) }),
    call('site'),
    call('site', { query: ({ player }) => ({ actor: player.username }) }),
  ],
  exportLeague: FILES,
  streamEvents: 'has no end; its memory and the work of its poll are measured by themselves',

  login: [
    call('nobody', { body: ({ stranger }) => ({ username: stranger.username, password: DEMO_PASSWORD }) }),
  ],
  register: [
    call('nobody', {
      body: ({ leagueId }) => ({ username: `new-${leagueId}`, password: DEMO_PASSWORD, role: 'user' }),
    }),
  ],
  requestLeague: [call('stranger', { body: ({ league }) => ({ league, message: 'May I?' }) })],
  approveJoinRequest: [
    call('commissioner', { body: ({ stranger, league }) => ({ username: stranger.username, league }) }),
  ],
  assignUser: [
    call('commissioner', {
      body: ({ player, league }) => ({ username: player.username, league, role: 'viewer' }),
    }),
  ],
  createPost: [call('player', { body: () => ({ content: 'One more.' }) })],
  likePost: [call('commissioner', { params: ({ post }) => ({ id: post }) })],
  pinPost: [call('commissioner', { params: ({ post }) => ({ id: post }), body: () => ({ pinned: true }) })],
  createComment: [
    call('player', { params: ({ post }) => ({ id: post }), body: () => ({ body: 'Indeed.' }) }),
  ],
  createProposal: [call('player', { body: () => ({ question: 'Who wins?', options: ['We', 'They'] }) })],
  voteOnProposal: [
    call('player', {
      params: ({ proposal }) => ({ id: proposal }),
      body: ({ option }) => ({ option_id: option }),
    }),
  ],
  savePick: [
    call('commissioner', {
      body: ({ season, commissioner }) => ({
        season,
        week: 17,
        owner: commissioner.name,
        text: 'Bears (-110)',
      }),
    }),
  ],
  saveLeagueSettings: [call('commissioner', { body: () => ({ season_note: 'Draft on Sunday' }) })],
  saveNotifications: [
    call('player', { body: () => ({ kinds: [{ kind: 'comment', push: true, mail: true }] }) }),
  ],
  excludeFromRecords: [call('commissioner', { body: ({ season }) => ({ season, reason: 'Too short.' }) })],
  deletePost: [call('commissioner', { params: ({ post }) => ({ id: post }) })],
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
  backfillHistory: OUTSIDE,
  refreshLeagues: OUTSIDE,
  refreshBets: OUTSIDE,
  saveEspnCredentials: OUTSIDE,
  testEspnCredentials: OUTSIDE,
  testWebhook: OUTSIDE,
  // The last: its league is gone after it.
  deleteLeague: [call('commissioner', { body: ({ league }) => ({ name: league }) })],
}
