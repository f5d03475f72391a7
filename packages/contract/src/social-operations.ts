import * as betsLedger from './bets-ledger.ts'
import * as betslip from './betslip.ts'
import * as comments from './comments.ts'
import * as dues from './dues.ts'
import * as duesAdmin from './dues-admin.ts'
import * as feed from './feed.ts'
import * as feedEdits from './feed-edits.ts'
import * as feedReactions from './feed-reactions.ts'
import * as linkPreviews from './link-previews.ts'
import * as media from './media.ts'
import * as mentions from './mentions.ts'
import * as moderation from './moderation.ts'
import * as oddsBoard from './odds-board.ts'
import type { Operation } from './operation.ts'
import * as proposals from './proposals.ts'
import * as rules from './rules.ts'
import * as slowMode from './slow-mode.ts'

/** The operations of the betslip, the feed, the rules, the dues and the media by name. */
export const socialOperations = {
  getBets: betslip.getBets,
  savePick: betslip.savePick,
  refreshBets: betslip.refreshBets,
  getPickHistory: betslip.getPickHistory,
  settlePick: betsLedger.settlePick,
  noteSlipPayment: betsLedger.noteSlipPayment,
  exportPicks: betsLedger.exportPicks,
  getBetsLedger: betsLedger.getBetsLedger,
  getOddsBoard: oddsBoard.getOddsBoard,

  listFeed: feed.listFeed,
  getFeedItem: feed.getFeedItem,
  createPost: feed.createPost,
  deletePost: feed.deletePost,
  likePost: feed.likePost,
  pinPost: feed.pinPost,
  listComments: comments.listComments,
  createComment: comments.createComment,
  deleteComment: comments.deleteComment,
  editPost: feedEdits.editPost,
  editComment: feedEdits.editComment,
  editItemComment: feedEdits.editItemComment,
  editTradeComment: feedEdits.editTradeComment,
  removeLinkPreview: linkPreviews.removeLinkPreview,
  reactToItem: feedReactions.reactToItem,
  reactToComment: feedReactions.reactToComment,
  reactToItemComment: feedReactions.reactToItemComment,
  reactToTradeComment: feedReactions.reactToTradeComment,
  likeItem: comments.likeItem,
  listItemComments: comments.listItemComments,
  createItemComment: comments.createItemComment,
  deleteItemComment: comments.deleteItemComment,
  listTradeComments: comments.listTradeComments,
  createTradeComment: comments.createTradeComment,
  deleteTradeComment: comments.deleteTradeComment,

  getMentionables: mentions.getMentionables,

  createProposal: proposals.createProposal,
  deleteProposal: proposals.deleteProposal,
  voteOnProposal: proposals.voteOnProposal,
  pinProposal: proposals.pinProposal,

  getModeration: moderation.getModeration,
  reportContent: moderation.reportContent,
  withdrawReport: moderation.withdrawReport,
  muteAuthor: moderation.muteAuthor,
  unmuteAuthor: moderation.unmuteAuthor,
  hideContent: moderation.hideContent,
  unhideContent: moderation.unhideContent,
  dismissReports: moderation.dismissReports,
  reopenReports: moderation.reopenReports,
  listReports: moderation.listReports,
  listMutes: moderation.listMutes,
  removeMute: moderation.removeMute,
  saveSlowMode: slowMode.saveSlowMode,

  getRules: rules.getRules,
  saveRules: rules.saveRules,
  listRuleVersions: rules.listRuleVersions,
  getRuleVersion: rules.getRuleVersion,
  restoreRules: rules.restoreRules,

  getDues: dues.getDues,
  exportDues: dues.exportDues,
  saveDues: duesAdmin.saveDues,
  removeDues: duesAdmin.removeDues,
  addDuesPayment: duesAdmin.addDuesPayment,
  addDuesAdjustment: duesAdmin.addDuesAdjustment,
  removeDuesEntry: duesAdmin.removeDuesEntry,
  addDuesPayout: duesAdmin.addDuesPayout,
  removeDuesPayout: duesAdmin.removeDuesPayout,
  namePrizeWinner: duesAdmin.namePrizeWinner,

  uploadMedia: media.uploadMedia,
  uploadPostMedia: media.uploadPostMedia,
  discardPostMedia: media.discardPostMedia,
  getMediaFile: media.getMediaFile,
  deleteMedia: media.deleteMedia,
  getLeagueStorage: media.getLeagueStorage,
} as const satisfies Record<string, Operation>
