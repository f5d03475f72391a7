import { apiTokenRoutes } from '../../features/accounts/api-tokens/routes.ts'
import { ownTokenStore } from '../../features/accounts/api-tokens/store.ts'
import { deviceCookie } from '../../features/accounts/device-cookie.ts'
import { emailRoutes } from '../../features/accounts/email/routes.ts'
import { lockoutEmailRequest } from '../../features/accounts/lockout-email-job.ts'
import { identityStore } from '../../features/accounts/oidc/identity-store.ts'
import { oidcRoutes } from '../../features/accounts/oidc/routes.ts'
import { signInCookie } from '../../features/accounts/oidc/sign-in-cookie.ts'
import { deletionStore } from '../../features/accounts/own-account/deletion-store.ts'
import { ownAccountRoutes } from '../../features/accounts/own-account/routes.ts'
import { passwordResetRoutes } from '../../features/accounts/reset/routes.ts'
import { accountsRoutes } from '../../features/accounts/routes.ts'
import { confirmationRoutes } from '../../features/accounts/second-factor/confirmation-routes.ts'
import { factorStore } from '../../features/accounts/second-factor/factor-store.ts'
import { passkeyStore } from '../../features/accounts/second-factor/passkey-store.ts'
import { secondFactorRoutes } from '../../features/accounts/second-factor/routes.ts'
import { secondFactorSignInRoutes } from '../../features/accounts/second-factor/sign-in-routes.ts'
import { signInStepStore } from '../../features/accounts/second-factor/sign-in-step-store.ts'
import { createTotpCipher } from '../../features/accounts/second-factor/totp.ts'
import { userRoutes } from '../../features/accounts/users/routes.ts'
import { userStore } from '../../features/accounts/users/store.ts'
import { inboxRoutes } from '../../features/inbox/routes.ts'
import { inboxStore } from '../../features/inbox/store.ts'
import { choiceStore } from '../../features/notifications/choice-store.ts'
import { createPushKeyCipher, getOrCreatePushKeys } from '../../features/notifications/push-key-store.ts'
import { notificationsRoutes } from '../../features/notifications/routes.ts'
import { siteRoutes } from '../../features/site/routes.ts'
import { calendarReader } from '../../features/subscriptions/calendar-reader.ts'
import { subscriptionsRoutes } from '../../features/subscriptions/routes.ts'
import { subscriptionStore } from '../../features/subscriptions/store.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { Services } from '../services.ts'

/** Accounts: signing in, second factors, email, tokens, notifications and the inbox; and what the site is set up for. */
export const accountRoutes: Routes<Services> = (api, services) => {
  const {
    accounts,
    brackets,
    checkNewPassword,
    db,
    emails,
    games,
    isSecure,
    jobs,
    limiter,
    lockoutCipher,
    now,
    passwords,
    publicUrl,
    resetCipher,
    resets,
    seasons,
    sendsMail,
    sessions,
    settings,
    signInProviders,
    teams,
  } = services
  const factors = factorStore(db, createTotpCipher(settings.secretKey))
  const steps = signInStepStore(db)
  const secondFactors = {
    factors,
    passkeys: passkeyStore(db),
    publicUrl: settings.PUBLIC_URL,
    limiter,
    now,
  }
  const devices = deviceCookie(settings.secretKey, isSecure)
  secondFactorRoutes(api, secondFactors)
  confirmationRoutes(api, { ...secondFactors, accounts, steps })
  secondFactorSignInRoutes(api, {
    ...secondFactors,
    accounts,
    steps,
    devices,
    isSecure,
  })
  siteRoutes(api, {
    hasDraftApp: settings.DRAFT_APP_URL !== undefined,
    // With DEV_LINKS, people get the links that emails would contain.
    sendsMail: sendsMail || settings.DEV_LINKS,
  })
  accountsRoutes(api, {
    accounts,
    steps,
    factors,
    sessions,
    emails,
    jobs,
    limiter,
    devices,
    checkNewPassword,
    onLockout: async (typed) => {
      if (sendsMail) await jobs.queue(lockoutEmailRequest(typed, lockoutCipher))
    },
    csrf: { secretKey: settings.secretKey, publicUrl: settings.PUBLIC_URL },
    adminSignupCode: settings.adminSignupCode,
    isSecure,
    now,
  })
  oidcRoutes(api, {
    providers: signInProviders,
    identities: identityStore(db),
    accounts,
    emails,
    cookie: signInCookie(settings.secretKey, isSecure),
    limiter,
    adminSignupCode: settings.adminSignupCode,
    publicUrl,
    isSecure,
    now,
  })
  ownAccountRoutes(api, {
    accounts,
    emails,
    passwords,
    sessions,
    deletions: deletionStore(db),
    checkNewPassword,
    limiter,
    jobs,
    sendsMail,
    isSecure,
    now,
  })
  apiTokenRoutes(api, { tokens: ownTokenStore(db), now })
  subscriptionsRoutes(api, {
    store: subscriptionStore(db),
    calendars: calendarReader({ seasons, games, teams, brackets, now }),
    publicUrl,
    now,
  })
  emailRoutes(api, {
    store: emails,
    limiter,
    jobs,
    secretKey: settings.secretKey,
    sendsMail,
    now,
  })
  userRoutes(api, {
    users: userStore(db),
    publicUrl,
    accounts,
    passwords,
    checkNewPassword,
    now,
  })
  passwordResetRoutes(api, {
    passwords,
    checkNewPassword,
    limiter,
    sender: resets,
    jobs,
    cipher: resetCipher,
    hasDevLinks: settings.DEV_LINKS,
    now,
  })
  inboxRoutes(api, { store: inboxStore(db), now })
  notificationsRoutes(api, {
    store: choiceStore(db),
    keys: () => getOrCreatePushKeys(db, createPushKeyCipher(settings.secretKey)),
    sendsMail,
    allowsPrivateHosts: settings.PUSH_ANYWHERE,
    now,
  })
}
