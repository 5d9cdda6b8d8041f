import { SMTPServer } from "smtp-server";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";

// The library greets a client a tenth of a second late, to find out who talks too soon. On this machine each email only waits for it.
SMTPConnection.prototype.init = function (this: SMTPConnection) {
  this._setListeners(() => this.connectionReady());
};

export type { SMTPServerOptions } from "smtp-server";
export { SMTPServer };
