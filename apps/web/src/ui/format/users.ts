type Assigned = { assigned_user: string | null; co_owners?: readonly string[] | undefined }

/** The users who have a team, such as 'Ada and Ben'; null if it is not assigned. */
export function formatUsers({ assigned_user: user, co_owners = [] }: Assigned): string | null {
  return user === null ? null : new Intl.ListFormat('en').format([user, ...co_owners])
}
