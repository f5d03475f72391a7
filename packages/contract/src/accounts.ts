import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import type { Operation } from './operation.ts'

export const User = z.object({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  is_staff: z.boolean(),
})

/** Nobody is signed in when `username` is null; the other fields are then absent. */
export const WhoAmI = z.union([User, z.object({ username: z.null() })])

const Email = z.union([
  z.literal(''),
  z.email('That does not look like an email address.').max(254, 'That email address is too long.'),
])

const PersonName = z.string().trim().max(150, 'A name has at most 150 characters.')

const Password = z.string().max(1024, 'A password has at most 1,024 characters.')

export const NewPassword = Password.min(8, 'A password has at least 8 characters.')

/** Sets the cookie `csrftoken`, whose value every call that changes something must send in `X-CSRFToken`. */
export const getCsrf = {
  method: 'GET',
  url: '/api/csrf/',
  config: { access: 'anyone', errors: [] },
  schema: {
    summary: 'Sets the CSRF cookie',
    tags: ['accounts'],
    response: { 200: z.object({ csrfToken: z.string() }) },
  },
} as const satisfies Operation

export const whoAmI = {
  method: 'GET',
  url: '/api/whoami/',
  config: { access: 'anyone', errors: [] },
  schema: {
    summary: 'Who is signed in',
    tags: ['accounts'],
    response: { 200: WhoAmI },
  },
} as const satisfies Operation

export const login = {
  method: 'POST',
  url: '/api/login/',
  config: { access: 'anyone', errors: ['invalid_credentials', 'too_many_attempts'] },
  schema: {
    summary: 'Signs in with a username or an email address',
    tags: ['accounts'],
    body: z.object({ username: z.string().max(320, 'That is too long for a username.'), password: Password }),
    response: { 200: User },
  },
} as const satisfies Operation

export const logout = {
  method: 'POST',
  url: '/api/logout/',
  config: { access: 'anyone', errors: [] },
  schema: {
    summary: 'Signs out and ends the session',
    tags: ['accounts'],
    response: { 200: z.object({ ok: z.literal(true) }) },
  },
} as const satisfies Operation

export const register = {
  method: 'POST',
  url: '/api/register/',
  config: {
    access: 'anyone',
    errors: ['username_taken', 'email_taken', 'invalid_admin_code', 'too_many_attempts'],
  },
  schema: {
    summary: 'Creates an account and signs in',
    tags: ['accounts'],
    body: z.object({
      username: z
        .string()
        .trim()
        .min(1, 'Choose a username.')
        .max(64, 'A username has at most 64 characters.')
        .regex(/^[A-Za-z0-9@.+_-]+$/, 'A username has letters, digits and @ . + - _ only.')
        .refine((name) => name !== '.' && name !== '..', 'A username cannot be dots alone.'),
      password: NewPassword,
      email: Email.optional(),
      first_name: PersonName.optional(),
      last_name: PersonName.optional(),
      role: z.enum(['user', 'admin']).default('user'),
      admin_code: z.string().max(256, 'That code is too long.').optional(),
    }),
    response: { 200: User },
  },
} as const satisfies Operation

export const requestPasswordReset = {
  method: 'POST',
  url: '/api/password-reset/request/',
  config: { access: 'anyone', errors: ['too_many_attempts'] },
  schema: {
    summary: 'Sends a reset link to the account’s email address',
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
        /** Only where development links are on. */
        link: z.string().optional(),
      }),
    },
  },
} as const satisfies Operation

export const confirmPasswordReset = {
  method: 'POST',
  url: '/api/password-reset/confirm/',
  config: { access: 'anyone', errors: ['invalid_reset_link', 'too_many_attempts'] },
  schema: {
    summary: 'Sets a new password with a reset link',
    tags: ['accounts'],
    body: z.object({
      uid: z.string().min(1, 'The code is missing its user.').max(64, 'That is too long.'),
      token: z.string().min(1, 'The code is missing its token.').max(256, 'That is too long.'),
      new_password: NewPassword,
    }),
    response: { 200: z.object({ message: z.string() }) },
  },
} as const satisfies Operation

/** What is left out stays as it is. A new email address needs the password, because reset links go there. */
export const updateAccount = {
  method: 'POST',
  url: '/api/account/',
  config: { access: 'signed_in', errors: ['password_incorrect', 'email_taken', 'too_many_attempts'] },
  schema: {
    summary: 'Changes one’s own name and email address',
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

/** Ends all of the person's other sessions. */
export const changePassword = {
  method: 'POST',
  url: '/api/account/password/',
  config: { access: 'signed_in', errors: ['password_incorrect', 'too_many_attempts'] },
  schema: {
    summary: 'Changes one’s own password',
    tags: ['accounts'],
    body: z.object({ current_password: Password, new_password: NewPassword }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const Session = z.object({
  /** Names the session to its owner; opens nothing. */
  id: z.string(),
  /** Browser and system in words, such as 'Firefox on Android'; null where the browser did not say. */
  device: z.string().nullable(),
  created_at: Instant,
  seen_at: Instant,
  /** Whether this very call was made with it. */
  is_current: z.boolean(),
})

/** Last used first. */
export const listSessions = {
  method: 'GET',
  url: '/api/account/sessions/',
  config: { access: 'signed_in', errors: [] },
  schema: {
    summary: 'Where one is signed in',
    tags: ['accounts'],
    response: { 200: z.object({ sessions: z.array(Session) }) },
  },
} as const satisfies Operation

export const endSessions = {
  method: 'POST',
  url: '/api/account/sessions/end/',
  config: { access: 'signed_in', errors: ['session_not_found'] },
  schema: {
    summary: 'Ends one of one’s sessions, or without an id all but this one',
    tags: ['accounts'],
    body: z.object({ id: z.string().max(128, 'That is too long.').nullish() }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
