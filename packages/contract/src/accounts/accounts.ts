import { cleanPersonName } from '@fieldhouse/domain/names'
import { z } from 'zod'
import { Instant, KeepTokens, MessageResponse, NewPassword, Password } from '../fields.ts'
import { INVITE_ERRORS } from '../invites.ts'
import { READ, REGISTER, SIGN_IN, WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'

export const User = z.object({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  is_staff: z.boolean(),
  /**
   * Present while the rights of site staff or a site admin wait for a second factor. Both flags are false until
   * then.
   */
  must_add_second_factor: z.literal(true).optional(),
})

/** The password was correct, and the account also needs a second factor. Nobody is signed in yet. */
export const SecondFactorStep = z.object({
  username: z.null(),
  /** Completes the sign-in together with the second factor. */
  token: z.string(),
  has_passkey: z.boolean(),
  has_totp: z.boolean(),
})

/** The current user. Without a session `username` is null and the other fields are absent. */
export const WhoAmI = z.union([User, z.object({ username: z.null() })])

const Email = z.union([
  z.literal(''),
  z.email('Enter a valid email address.').max(254, 'That email address is too long.'),
])

const PersonName = z.string().overwrite(cleanPersonName).max(150, 'Name must be 150 characters or fewer.')

/**
 * Sets the `csrftoken` cookie. Every request other than GET and HEAD must send its value in
 * `X-CSRFToken`.
 */
export const getCsrf = {
  method: 'GET',
  url: '/api/csrf/',
  config: { access: 'anyone', errors: [], limits: READ },
  schema: {
    summary: 'Sets the CSRF cookie',
    tags: ['accounts'],
    response: { 200: z.object({ csrfToken: z.string() }) },
  },
} as const satisfies Operation

export const whoAmI = {
  method: 'GET',
  url: '/api/whoami/',
  config: { access: 'anyone', errors: [], limits: READ, cache: { view: 'user', reads: ['people'] } },
  schema: {
    summary: 'Returns the current user',
    tags: ['accounts'],
    response: { 200: WhoAmI },
  },
} as const satisfies Operation

export const login = {
  method: 'POST',
  url: '/api/login/',
  bodyLimit: 4 * 1024,
  config: {
    access: 'anyone',
    errors: ['invalid_credentials', 'account_disabled', 'too_many_attempts'],
    limits: SIGN_IN,
  },
  schema: {
    summary: 'Signs in with a username or an email address',
    tags: ['accounts'],
    body: z.object({ username: z.string().max(320, 'That username is too long.'), password: Password }),
    response: { 200: z.union([User, SecondFactorStep]) },
  },
} as const satisfies Operation

/**
 * A cookie that the page sets at sign-out, before the server has answered. The server ignores the session of
 * requests that carry it, and clears it together with the session's cookie.
 */
export const SIGNED_OUT_COOKIE = 'signed_out'

export const logout = {
  method: 'POST',
  url: '/api/logout/',
  config: { access: 'anyone', errors: [], limits: WRITE },
  schema: {
    summary: 'Signs out and ends the session',
    tags: ['accounts'],
    response: { 200: z.object({ ok: z.literal(true) }) },
  },
} as const satisfies Operation

export const SIGNUP_ERRORS = ['invalid_admin_code', 'invite_only', ...INVITE_ERRORS] as const

export const register = {
  method: 'POST',
  url: '/api/register/',
  bodyLimit: 8 * 1024,
  config: {
    access: 'anyone',
    limits: REGISTER,
    errors: ['username_taken', 'email_taken', ...SIGNUP_ERRORS, 'too_many_attempts'],
  },
  schema: {
    summary: 'Creates an account and signs in',
    tags: ['accounts'],
    body: z.object({
      username: z
        .string()
        .trim()
        .min(1, 'Choose a username.')
        .max(64, 'Username must be 64 characters or fewer.')
        .regex(/^[A-Za-z0-9.+_-]+$/, 'Use only letters, digits, and . + - _ in a username.')
        .refine((name) => name !== '.' && name !== '..', "A username can't be '.' or '..'."),
      password: NewPassword,
      email: Email.optional(),
      first_name: PersonName.optional(),
      last_name: PersonName.optional(),
      role: z.enum(['user', 'admin']).default('user'),
      admin_code: z.string().max(256, 'That code is too long.').optional(),
      /** The code of an invite link, which users need on a site where nobody else can sign up. */
      invite_code: z.string().trim().max(100, 'That code is too long.').optional(),
    }),
    response: { 200: User },
  },
} as const satisfies Operation

export const requestPasswordReset = {
  method: 'POST',
  url: '/api/password-reset/request/',
  bodyLimit: 4 * 1024,
  config: { access: 'anyone', errors: ['too_many_attempts'], limits: SIGN_IN },
  schema: {
    summary: "Sends a reset link to the account's email address",
    tags: ['accounts'],
    body: z.object({
      username_or_email: z
        .string()
        .trim()
        .min(1, 'Enter a username or an email address.')
        .max(320, 'That is too long.'),
    }),
    response: {
      200: z.object({
        message: z.string(),
        /** Present only when DEV_LINKS is enabled. */
        link: z.string().optional(),
      }),
    },
  },
} as const satisfies Operation

export const confirmPasswordReset = {
  method: 'POST',
  url: '/api/password-reset/confirm/',
  bodyLimit: 8 * 1024,
  config: { access: 'anyone', errors: ['invalid_reset_link', 'too_many_attempts'], limits: SIGN_IN },
  schema: {
    summary: 'Sets a new password with a reset link',
    tags: ['accounts'],
    body: z.object({
      uid: z.string().min(1, 'Enter the UID from the email.').max(64, 'That is too long.'),
      token: z.string().min(1, 'Enter the token from the email.').max(256, 'That is too long.'),
      new_password: NewPassword,
      keep_tokens: KeepTokens,
    }),
    response: { 200: z.object({ message: z.string() }) },
  },
} as const satisfies Operation

/**
 * Absent fields are left unchanged. A new email address requires the current password, because
 * password reset links are sent to it.
 */
export const updateAccount = {
  method: 'POST',
  url: '/api/account/',
  config: {
    access: 'signed_in',
    errors: ['password_incorrect', 'email_taken', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: "Updates the current user's name and email address",
    tags: ['accounts'],
    body: z.object({
      first_name: PersonName.optional(),
      last_name: PersonName.optional(),
      email: Email.optional(),
      current_password: Password.optional(),
    }),
    response: { 200: User },
  },
} as const satisfies Operation

/**
 * Also ends all other sessions of the user, and their API tokens and secret addresses unless they are kept. Without a
 * password so far, the sign-in must be at most ten minutes old instead, and the current password is empty.
 */
export const changePassword = {
  method: 'POST',
  url: '/api/account/password/',
  config: {
    access: 'signed_in',
    errors: ['password_incorrect', 'sign_in_again', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: "Changes the current user's password",
    tags: ['accounts'],
    body: z.object({ current_password: Password, new_password: NewPassword, keep_tokens: KeepTokens }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const Session = z.object({
  /** Identifies the session; cannot be used to sign in. */
  id: z.string(),
  /** The browser and operating system, such as 'Firefox on Android'; null when unknown. */
  device: z.string().nullable(),
  /** The IP address of the last recorded use; null when unknown. */
  address: z.string().nullable(),
  created_at: Instant,
  seen_at: Instant,
  is_current: z.boolean(),
})

/** Most recently used first. */
export const listSessions = {
  method: 'GET',
  url: '/api/account/sessions/',
  config: { access: 'signed_in', errors: [], limits: READ },
  schema: {
    summary: "Lists the current user's sessions",
    tags: ['accounts'],
    response: { 200: z.object({ sessions: z.array(Session) }) },
  },
} as const satisfies Operation

export const endSessions = {
  method: 'POST',
  url: '/api/account/sessions/end/',
  config: { access: 'signed_in', stepUp: true, errors: ['session_not_found'], limits: WRITE },
  schema: {
    summary: 'Ends one session of the current user or, without an id, all other sessions',
    tags: ['accounts'],
    body: z.object({ id: z.string().max(128, 'That is too long.').nullish() }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** What the user has posted, voted and picked stays, as that of a former member. */
export const deleteAccount = {
  method: 'POST',
  url: '/api/account/delete/',
  config: {
    access: 'signed_in',
    stepUp: true,
    errors: ['name_not_confirmed', 'last_site_admin', 'last_league_admin'],
    limits: WRITE,
  },
  schema: {
    summary: "Deletes the current user's account",
    tags: ['accounts'],
    body: z.object({
      /** The user's own, as a confirmation. */
      username: z.string().max(64, 'That is too long.'),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
