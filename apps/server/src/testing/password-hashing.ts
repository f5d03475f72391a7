/**
 * What happens while a password is hashed, which takes a noticeable time in production. A test that sets it resets it
 * afterward.
 */
export const passwordHashing = { meanwhile: async (): Promise<unknown> => undefined }
