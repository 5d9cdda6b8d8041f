import { expectTypeOf, it } from "vitest";
import type * as z from "zod";
import type * as sessions from "../../../worker/features/auth/sessions/contract";
import type * as projects from "../../../worker/features/projects/contract";
import type * as internalKeys from "../../../worker/features/projects/internal-keys/contract";
import type * as teams from "../../../worker/features/teams/contract";
import type * as teamInvitations from "../../../worker/features/teams/invitations/contract";
import type * as memberProfiles from "../../../worker/features/teams/member-profiles/contract";
import type * as channels from "../../../worker/features/users/contact-channels/contract";
import type * as users from "../../../worker/features/users/users/contract";
import type * as wire from "./wire";

/** What an answer's shape puts on the wire. */
type Sent<Shape extends z.ZodType> = z.output<Shape>;

// The kit is published without the server's contracts, so it spells the shapes itself. These assertions are checked by
// the compiler: a field that a contract renames, drops or types otherwise does not compile here.
it("reads what the contracts send", () => {
  expectTypeOf<Sent<typeof users.ClientUser>>().toExtend<wire.User>();
  expectTypeOf<Sent<typeof users.ServerUser>>().toExtend<wire.ServerUser>();
  expectTypeOf<Sent<typeof teams.ClientTeam>>().toExtend<wire.Team>();
  expectTypeOf<Sent<typeof teams.ServerTeam>>().toExtend<wire.ServerTeam>();
  expectTypeOf<Sent<typeof memberProfiles.ClientMemberProfile>>().toExtend<wire.TeamMemberProfile>();
  expectTypeOf<Sent<typeof memberProfiles.ServerMemberProfile>>().toExtend<wire.ServerTeamMemberProfile>();
  expectTypeOf<Sent<typeof teamInvitations.TeamInvitation>>().toExtend<wire.TeamInvitation>();
  expectTypeOf<Sent<typeof channels.ContactChannel>>().toExtend<wire.ContactChannel>();
  expectTypeOf<Sent<typeof sessions.SignedIn>>().toExtend<wire.SignIn>();
  expectTypeOf<Sent<typeof sessions.Session>>().toExtend<wire.ActiveSession>();
  expectTypeOf<Sent<typeof projects.ClientProject>>().toExtend<wire.Project>();
  expectTypeOf<Sent<typeof projects.AdminProject>>().toExtend<wire.AdminProject>();
  expectTypeOf<Sent<typeof internalKeys.CreatedInternalApiKey>>().toExtend<wire.InternalApiKey<string>>();
  expectTypeOf<Sent<typeof internalKeys.InternalApiKey>>().toExtend<wire.InternalApiKey<{ last_four: string }>>();
});

it("knows every field of them", () => {
  expectTypeOf<keyof Sent<typeof users.ServerUser>>().toEqualTypeOf<keyof wire.ServerUser>();
  expectTypeOf<keyof Sent<typeof teams.ServerTeam>>().toEqualTypeOf<keyof wire.ServerTeam>();
  expectTypeOf<keyof Sent<typeof memberProfiles.ServerMemberProfile>>().toEqualTypeOf<
    keyof wire.ServerTeamMemberProfile
  >();
  expectTypeOf<keyof Sent<typeof teamInvitations.TeamInvitation>>().toEqualTypeOf<keyof wire.TeamInvitation>();
  expectTypeOf<keyof Sent<typeof channels.ContactChannel>>().toEqualTypeOf<keyof wire.ContactChannel>();
  expectTypeOf<keyof Sent<typeof projects.AdminProject>>().toEqualTypeOf<keyof wire.AdminProject>();
  expectTypeOf<keyof Sent<typeof projects.AdminProject>["config"]>().toEqualTypeOf<keyof wire.AdminProjectConfig>();
});
