import type { Operations } from '@fieldhouse/contract/operations'
import { shareImageOperations } from '@fieldhouse/contract/share-images'
import { DEMO_PASSWORD } from '@fieldhouse/simulator/demo/demo-users'
import type { ScaleLeague } from './scale-league.ts'
import { FILES, type SkipReason, UNMEASURED_OPERATIONS } from './unmeasured-operations.ts'

export type ScaleRequest = {
  who: 'player' | 'commissioner' | 'stranger' | 'site' | 'nobody'
  params?: (league: ScaleLeague) => Readonly<Record<string, string | number>>
  query?: (league: ScaleLeague) => Readonly<Record<string, string | number>>
  body?: (league: ScaleLeague) => unknown
  /** Why the cost grows with the number of leagues; null if it must be constant. */
  grows: string | null
}

const requestAs = (
  who: ScaleRequest['who'],
  options: Omit<ScaleRequest, 'who' | 'grows'> = {},
): ScaleRequest => ({ who, grows: null, ...options })
const growingRequestAs = (who: ScaleRequest['who'], grows: string): ScaleRequest => ({ who, grows })

const EVERY_LEAGUE = 'lists every league'
const SHARE_IMAGES = Object.fromEntries(
  Object.keys(shareImageOperations).map((name) => [name, FILES]),
) as Record<keyof typeof shareImageOperations, SkipReason>

/**
 * The requests to measure for each operation, or why it is not measured. Several if the cost depends on the
 * user.
 */
export const SCALE_REQUESTS: Record<keyof Operations, readonly ScaleRequest[] | SkipReason> = {
  getCsrf: [requestAs('nobody')],
  whoAmI: [requestAs('player')],
  listSessions: [requestAs('player')],
  listMyImportedPeople: [requestAs('player')],
  getSecurity: [requestAs('player')],
  checkIdentity: [requestAs('player')],
  getEmailStatus: [requestAs('player')],
  listIdentities: [requestAs('player')],
  listApiTokens: [requestAs('player')],
  listLeagues: [growingRequestAs('player', EVERY_LEAGUE)],
  listUserLeagues: [requestAs('player', { params: ({ player }) => ({ username: player.username }) })],
  getMyRole: [requestAs('player')],
  getMeta: [requestAs('player')],
  listMyJoinRequests: [requestAs('stranger')],
  listJoinRequests: [
    requestAs('commissioner'),
    growingRequestAs('site', 'lists the requests of every league'),
  ],
  listInviteLinks: [requestAs('commissioner')],
  getPublicLink: [requestAs('commissioner')],
  listSources: [requestAs('player')],
  listLeagueStatus: [requestAs('commissioner'), growingRequestAs('site', EVERY_LEAGUE)],
  getLeaguesRefresh: [growingRequestAs('site', EVERY_LEAGUE)],
  listStandings: [requestAs('player')],
  getMySummary: [requestAs('player')],
  getSnapshot: [requestAs('player')],
  getTeam: [requestAs('player', { params: ({ roster }) => roster })],
  getMyRoster: [requestAs('player')],
  getPlayer: [requestAs('player', { params: ({ roster }) => roster })],
  getScoreboard: [requestAs('player')],
  getMyMatchup: [requestAs('player')],
  getMatchup: [requestAs('player', { params: ({ game }) => game })],
  getMatchupTimeline: [requestAs('player', { params: ({ game }) => game })],
  getBracket: [requestAs('player')],
  getLuck: [requestAs('player')],
  getDraft: [requestAs('player')],
  getKeepers: [requestAs('player')],
  listTransactions: [requestAs('player')],
  getMoves: [requestAs('player')],
  getSeasonCards: [requestAs('player')],
  getLineupEfficiency: [requestAs('player')],
  getTeamGrades: [requestAs('player')],
  getEloRatings: [requestAs('player')],
  getWeeklyAwards: [requestAs('player')],
  countAwards: [requestAs('player')],
  getScheduleSwap: [requestAs('player')],
  getPowerRanking: [requestAs('player')],
  getPlayoffRace: [requestAs('player')],
  getRaceHistory: [requestAs('player')],
  playWhatIf: [requestAs('player', { body: () => ({ picks: [] }) })],
  listPlayerNews: [requestAs('player', { query: () => ({ players: 'Rook Calloway' }) })],
  getHistory: [requestAs('player')],
  compareOwners: [requestAs('player', { query: ({ owners: [a, b] }) => ({ a, b }) })],
  listOwnerPairs: [requestAs('player')],
  getOwner: [requestAs('player', { params: ({ owners: [owner] }) => ({ owner }) })],
  getGame: [requestAs('player', { params: ({ game }) => game })],
  listOwnerMerges: [requestAs('commissioner')],
  listLeagueJobs: [requestAs('commissioner')],
  listSeasons: [requestAs('commissioner')],
  getSeasonTemplate: [requestAs('commissioner')],
  getBets: [requestAs('player')],
  getPickHistory: [requestAs('player', { query: ({ player }) => ({ week: 1, owner: player.name }) })],
  getBetsLedger: [requestAs('player')],
  exportPicks: [requestAs('player')],
  getOddsBoard: [requestAs('player')],
  listFeed: [requestAs('player')],
  getFeedItem: [
    requestAs('player', { params: ({ post }) => ({ id: post }), query: () => ({ type: 'post' }) }),
  ],
  listComments: [requestAs('player', { params: ({ post }) => ({ id: post }) })],
  getRules: [requestAs('player')],
  listRuleVersions: [requestAs('player')],
  getDues: [requestAs('player')],
  listUsers: [growingRequestAs('site', 'lists every user')],
  listTeams: [requestAs('commissioner')],
  getLeagueStorage: [requestAs('commissioner')],
  getLeagueSettings: [requestAs('commissioner')],
  listMembers: [requestAs('commissioner')],
  getWebhook: [requestAs('commissioner')],
  getDashboard: [requestAs('player')],
  listInbox: [requestAs('player')],
  getUnread: [requestAs('player')],
  readInbox: [requestAs('player', { body: () => ({ until: '2026-01-01T00:00:00Z' }) })],
  visitTab: [requestAs('player', { body: () => ({ tab: 'league social' }) })],
  getNotifications: [requestAs('player')],
  listAuditEntries: [
    requestAs('commissioner', { query: ({ league }) => ({ league }) }),
    requestAs('site'),
    requestAs('site', { query: ({ player }) => ({ actor: player.username }) }),
  ],

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
  requestLeague: [requestAs('stranger', { body: ({ league }) => ({ league, message: 'Can I join?' }) })],
  approveJoinRequest: [
    requestAs('commissioner', { body: ({ stranger, league }) => ({ username: stranger.username, league }) }),
  ],
  assignUser: [
    requestAs('commissioner', {
      body: ({ player, league }) => ({ username: player.username, league, role: 'viewer' }),
    }),
  ],
  createPost: [requestAs('player', { body: () => ({ content: 'Good luck this week!' }) })],
  likePost: [requestAs('commissioner', { params: ({ post }) => ({ id: post }) })],
  pinPost: [
    requestAs('commissioner', { params: ({ post }) => ({ id: post }), body: () => ({ pinned: true }) }),
  ],
  createComment: [
    requestAs('player', { params: ({ post }) => ({ id: post }), body: () => ({ body: 'Agreed.' }) }),
  ],
  createProposal: [
    requestAs('player', { body: () => ({ question: 'Who wins?', options: ['Home', 'Away'] }) }),
  ],
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
    requestAs('commissioner', { body: ({ season }) => ({ season, reason: 'Shortened season.' }) }),
  ],
  deletePost: [requestAs('commissioner', { params: ({ post }) => ({ id: post }) })],
  listFailedJobs: [growingRequestAs('site', 'lists the failed jobs of every league, at most 100')],
  listImportedPeople: [growingRequestAs('site', 'lists the people of every imported league')],
  listSubscriptions: [requestAs('player')],
  ...SHARE_IMAGES,
  // Last, because it deletes the league.
  deleteLeague: [requestAs('commissioner', { body: ({ league }) => ({ name: league }) })],
  ...UNMEASURED_OPERATIONS,
}
