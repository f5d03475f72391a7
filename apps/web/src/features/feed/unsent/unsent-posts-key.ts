/** The key of a user's unsent posts in the query cache. `user` is their display name. */
export const unsentPostsKey = (user: string) => ['unsent-posts', user] as const
