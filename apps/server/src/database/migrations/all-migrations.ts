import type { Migration } from 'kysely/migration'
import * as accounts from './0001-accounts.ts'
import * as leagues from './0002-leagues.ts'
import * as seasons from './0003-seasons.ts'
import * as passwordResets from './0004-password-resets.ts'
import * as sessionDevices from './0005-session-devices.ts'
import * as scheduledJobs from './0006-scheduled-jobs.ts'
import * as leagueCredentials from './0007-league-credentials.ts'
import * as seasonSources from './0008-season-sources.ts'
import * as leagueEvents from './0009-league-events.ts'
import * as leagueSettings from './0010-league-settings.ts'
import * as lineups from './0011-line-ups.ts'
import * as leagueJobs from './0012-league-jobs.ts'
import * as outsideData from './0013-outside-data.ts'
import * as ownerMerges from './0014-owner-merges.ts'
import * as feed from './0015-feed.ts'
import * as picks from './0016-picks.ts'
import * as auditByTime from './0017-audit-by-time.ts'
import * as recapsAndNotifications from './0018-recaps-and-notifications.ts'
import * as waysToRows from './0019-ways-to-rows.ts'
import * as deniedLeagues from './0020-denied-leagues.ts'
import * as jobs from './0021-jobs.ts'
import * as assignmentsFollowOwners from './0022-assignments-follow-owners.ts'
import * as categoryResults from './0023-category-results.ts'
import * as verifiedEmails from './0029-verified-emails.ts'
import * as cleanNames from './0030-clean-names.ts'
import * as leagueOwnerPictures from './0032-owner-pictures.ts'
import * as pickHiding from './0033-pick-hiding.ts'
import * as serverCookies from './0035-server-cookies.ts'
import * as passkeys from './0036-passkeys.ts'
import * as totp from './0037-totp.ts'
import * as sessionProofs from './0038-session-proofs.ts'
import * as identities from './0041-identities.ts'
import * as dataVersions from './0044-data-versions.ts'
import * as auditChain from './0045-audit-chain.ts'
import * as imports from './0046-imports.ts'
import * as apiTokens from './0048-api-tokens.ts'
import * as accountStates from './0049-account-states.ts'
import * as nflGameProgress from './0062-nfl-game-progress.ts'
import * as logoColors from './0065-logo-colors.ts'
import * as gameTimelines from './0066-game-timelines.ts'
import * as subscriptions from './0070-subscriptions.ts'
import * as inviteLinks from './0072-invite-links.ts'
import * as inbox from './0077-inbox.ts'
import * as publicLinks from './0084-public-links.ts'
import * as answersWithoutLeague from './0086-answers-without-league.ts'
import * as decisionsByTime from './0087-decisions-by-time.ts'
import * as leagueSources from './0093-league-sources.ts'
import * as pickSelections from './0101-pick-selections.ts'
import * as playerLists from './0102-player-lists.ts'
import * as draftDates from './0110-draft-dates.ts'
import * as sourceVersions from './0120-source-versions.ts'
import * as draftKinds from './0140-draft-kinds.ts'
import * as newTransactions from './0141-new-transactions.ts'
import * as keeperRules from './0160-keeper-rules.ts'
import * as recapDocuments from './0170-recap-documents.ts'
import * as leagueRules from './0180-league-rules.ts'
import * as discussions from './0190-discussions.ts'
import * as editedTexts from './0200-edited-texts.ts'
import * as reactions from './0201-reactions.ts'
import * as feedVersions from './0210-feed-versions.ts'
import * as postKeys from './0211-post-keys.ts'
import * as slipResults from './0220-slip-results.ts'
import * as slipPayments from './0221-slip-payments.ts'
import * as dues from './0230-dues.ts'
import * as trophyPictures from './0240-trophy-pictures.ts'
import * as postMedia from './0250-post-media.ts'
import * as mentions from './0255-mentions.ts'
import * as hiddenContent from './0260-hidden-content.ts'
import * as moderation from './0261-moderation.ts'
import * as linkPreviews from './0265-link-previews.ts'
import * as replies from './0270-replies.ts'
import * as seasonDocuments from './0275-season-documents.ts'

/** All migrations by number and name, in order. A released migration must never change. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-leagues': leagues,
  '0003-seasons': seasons,
  '0004-password-resets': passwordResets,
  '0005-session-devices': sessionDevices,
  '0006-scheduled-jobs': scheduledJobs,
  '0007-league-credentials': leagueCredentials,
  '0008-season-sources': seasonSources,
  '0009-league-events': leagueEvents,
  '0010-league-settings': leagueSettings,
  '0011-line-ups': lineups,
  '0012-league-jobs': leagueJobs,
  '0013-outside-data': outsideData,
  '0014-owner-merges': ownerMerges,
  '0015-feed': feed,
  '0016-picks': picks,
  '0017-audit-by-time': auditByTime,
  '0018-recaps-and-notifications': recapsAndNotifications,
  '0019-ways-to-rows': waysToRows,
  '0020-denied-leagues': deniedLeagues,
  '0021-jobs': jobs,
  '0022-assignments-follow-owners': assignmentsFollowOwners,
  '0023-category-results': categoryResults,
  '0029-verified-emails': verifiedEmails,
  '0030-clean-names': cleanNames,
  '0032-owner-pictures': leagueOwnerPictures,
  '0033-pick-hiding': pickHiding,
  '0035-server-cookies': serverCookies,
  '0036-passkeys': passkeys,
  '0037-totp': totp,
  '0038-session-proofs': sessionProofs,
  '0041-identities': identities,
  '0044-data-versions': dataVersions,
  '0045-audit-chain': auditChain,
  '0046-imports': imports,
  '0048-api-tokens': apiTokens,
  '0049-account-states': accountStates,
  '0062-nfl-game-progress': nflGameProgress,
  '0065-logo-colors': logoColors,
  '0066-game-timelines': gameTimelines,
  '0070-subscriptions': subscriptions,
  '0072-invite-links': inviteLinks,
  '0077-inbox': inbox,
  '0084-public-links': publicLinks,
  '0086-answers-without-league': answersWithoutLeague,
  '0087-decisions-by-time': decisionsByTime,
  '0093-league-sources': leagueSources,
  '0101-pick-selections': pickSelections,
  '0102-player-lists': playerLists,
  '0110-draft-dates': draftDates,
  '0120-source-versions': sourceVersions,
  '0140-draft-kinds': draftKinds,
  '0141-new-transactions': newTransactions,
  '0160-keeper-rules': keeperRules,
  '0170-recap-documents': recapDocuments,
  '0180-league-rules': leagueRules,
  '0190-discussions': discussions,
  '0200-edited-texts': editedTexts,
  '0201-reactions': reactions,
  '0210-feed-versions': feedVersions,
  '0211-post-keys': postKeys,
  '0220-slip-results': slipResults,
  '0221-slip-payments': slipPayments,
  '0230-dues': dues,
  '0240-trophy-pictures': trophyPictures,
  '0250-post-media': postMedia,
  '0255-mentions': mentions,
  '0260-hidden-content': hiddenContent,
  '0261-moderation': moderation,
  '0265-link-previews': linkPreviews,
  '0270-replies': replies,
  '0275-season-documents': seasonDocuments,
}
